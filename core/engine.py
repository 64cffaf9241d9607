"""The one façade over the search: set a position, think within a budget, read the report."""
