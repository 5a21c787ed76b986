-- refused: gates/case.yaml:9:21: rule numbers: dialect bigquery cannot print a ast.Arith
gates/case.yaml:10:20: rule months: dialect bigquery cannot print a ast.DateAdd
gates/case.yaml:11:20: rule halves: dialect bigquery cannot print a ast.Arith
