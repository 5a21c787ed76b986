package adaptertest

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/sqlgate/sqlgate/compile"
)

// figures are the statistics of a column in one line, without those that it has
// not. So few distinct texts are counted exactly by those who estimate, too.
func figures(c compile.ColumnStatistics) string {
	line := fmt.Sprintf("statistics %s %s count %d null %d", c.Column, c.Group, c.Count, c.NullCount)
	c.NUniqueApproximate = nil
	v := reflect.ValueOf(c)
	for i := range v.NumField() {
		field := v.Field(i)
		if name := v.Type().Field(i).Name; name == "Column" || name == "Group" || name == "Count" || name == "NullCount" || field.IsZero() {
			continue
		} else if field.Kind() == reflect.Pointer {
			line += fmt.Sprintf(" %s %v", strings.ToLower(name), field.Elem())
		} else {
			line += fmt.Sprintf(" %s %v", strings.ToLower(name), field)
		}
	}
	return line
}
