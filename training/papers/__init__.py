"""The systems of the five papers that Fukumi grew from, each as a recipe that can be run."""
