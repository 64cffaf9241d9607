"""UCT-ADP with progressive bias (Cao and Lin): the perceptron, the trees and their tables."""
