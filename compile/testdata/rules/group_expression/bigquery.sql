-- refused: gates/case.yaml:8:18: rule sums: dialect bigquery cannot print a ast.Aggregate
gates/case.yaml:9:19: rule named: dialect bigquery cannot print a ast.Aggregate
