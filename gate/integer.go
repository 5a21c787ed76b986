package gate

import "math/big"

// IntegerRange is the least and the greatest value of an integer kind; of
// KindInteger, which is any of them, those of the widest.
func (k Kind) IntegerRange() (least, most *big.Int) {
	bits, signed := integerBits(k)
	least, most = new(big.Int), new(big.Int).Lsh(big.NewInt(1), bits)
	if signed {
		most.Rsh(most, 1)
		least.Neg(most)
	}
	return least, most.Sub(most, big.NewInt(1))
}

// HoldsIntegers reports whether each value of an integer kind is one of k.
func (k Kind) HoldsIntegers(of Kind) bool {
	least, most := k.IntegerRange()
	low, high := of.IntegerRange()
	return least.Cmp(low) <= 0 && high.Cmp(most) <= 0
}

// IntegerDigits is how many decimal digits hold each value of an integer kind.
func (k Kind) IntegerDigits() int {
	_, most := k.IntegerRange()
	return len(most.String())
}

// integerBits are the bits, the sign's among them, and the signedness of an integer kind.
func integerBits(k Kind) (bits uint, signed bool) {
	switch k {
	case KindInt8:
		return 8, true
	case KindInt16:
		return 16, true
	case KindInt32:
		return 32, true
	case KindInt64:
		return 64, true
	case KindUint8:
		return 8, false
	case KindUint16:
		return 16, false
	case KindUint32:
		return 32, false
	case KindUint64:
		return 64, false
	default:
		return 128, true
	}
}
