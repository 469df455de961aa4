/**
 * Case folded away (Unicode NFKC, lower case), by way of upper case, in which ß is SS and both small sigmas
 * are one.
 */
export const foldCase = (text: string): string =>
  text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/** Case and accents folded away (Unicode NFKD without marks, lower case), for sorting, comparing and searching. */
export const fold = (text: string): string => foldCase(text.normalize('NFKD').replace(/\p{M}/gu, ''))

/**
 * A name with an id as a sort key: folded, and short enough for DynamoDB's 1 024 bytes of a sort key. The id stands
 * behind a character that is less than all that names have, so that Bob comes before Bob B.
 */
export const sortableName = (name: string, id: string): string =>
  `${Array.from(fold(name).trim()).slice(0, 200).join('')}\u0001${id}`

/**
 * A number as a string, in whose order numbers are in order: the bits of the double, negative ones
 * inverted.
 */
export const sortableNumber = (value: number): string => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const sign = 1n << 63n
  return (bits & sign ? BigInt.asUintN(64, ~bits) : bits | sign).toString(16).padStart(16, '0')
}
