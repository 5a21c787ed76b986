-- refused: gates/case.yaml:8:18: rule sums: dialect postgres cannot print a ast.Aggregate
gates/case.yaml:9:19: rule named: dialect postgres cannot print a ast.Aggregate
