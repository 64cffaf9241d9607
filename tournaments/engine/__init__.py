"""One engine, not trusted: its process, its pipe and its clock."""
