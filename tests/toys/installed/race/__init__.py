"""A toy in turns: who counts most on the way to the goal?"""
