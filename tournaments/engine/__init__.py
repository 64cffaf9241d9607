"""One engine as a stranger: its process, its pipe, its clock."""
