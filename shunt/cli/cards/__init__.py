"""Commands about one card or layout."""
