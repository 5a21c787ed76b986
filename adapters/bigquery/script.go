package bigquery

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
)

// script is statements that run as one job, one after the other. It has one list
// of parameters for all of them: a value that several statements bind is one.
type script struct {
	statements []string
	args       []any
	numbers    map[any]int // of the arguments that can be compared
}

// add adds a statement, whose parameters are those of the script then.
func (s *script) add(st adapters.Statement) {
	s.plain(renumber(st.SQL, func(n int) int {
		if n < 1 || n > len(st.Args) {
			return n // the warehouse says what is wrong with it
		}
		return s.number(st.Args[n-1])
	}))
}

// plain adds a statement without parameters of its own; it may have those of bind.
func (s *script) plain(sql string) { s.statements = append(s.statements, sql) }

// bind is the parameter of a value.
func (s *script) bind(arg any) string { return "@p" + strconv.Itoa(s.number(arg)) }

// number is the number of a value's parameter.
func (s *script) number(arg any) int {
	n, comparable := 0, arg == nil || reflect.TypeOf(arg).Comparable()
	if comparable {
		n = s.numbers[arg]
	}
	if n == 0 {
		s.args = append(s.args, arg)
		n = len(s.args)
	}
	if comparable {
		if s.numbers == nil {
			s.numbers = map[any]int{}
		}
		s.numbers[arg] = n
	}
	return n
}

func (s *script) sql() string { return strings.Join(s.statements, ";\n") + ";\n" }
