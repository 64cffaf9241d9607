"""Elo, likelihood of superiority, Bradley-Terry ratings, SPRT."""
