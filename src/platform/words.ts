/** Case and accents folded away, for sorting and comparing: NFKD without marks, lower case, at most 200 characters. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().slice(0, 200)
