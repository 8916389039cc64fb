"""A toy in rounds without words: sealed bids from a purse, the highest that nobody else made takes the prize."""
