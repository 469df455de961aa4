/**
 * Returns the weight `q` among the parameters of a choice, from 0 to 1 (RFC 9110 section 12.4.2); 0 if it is malformed.
 */
export const acceptWeight = (parameters: string[]): number => {
  const q = parameters.map((one) => /^\s*q\s*=\s*(\S*)\s*$/i.exec(one)?.[1]).find((one) => one !== undefined)
  if (q === undefined) return 1
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0
}
