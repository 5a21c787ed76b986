-- refused: gates/case.yaml:7:24: rule deviations: dialect bigquery cannot print a ast.Cast
gates/case.yaml:8:23: rule quartiles: dialect bigquery cannot print a ast.Cast
gates/case.yaml:9:21: rule medians: dialect bigquery cannot print a ast.Cast
