"""Benches: each prints what it measures beside what is aimed at; `bench/README.md` lists them."""
