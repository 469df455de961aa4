import { acceptWeight } from '../exchange/accept-weight.ts'

/** Returns the languages of an `Accept-Language` as BCP 47 tags, preferred ones first (RFC 9110 section 12.5.4). */
export const acceptedLanguages = (accept = ''): string[] =>
  accept
    .split(',')
    .map((choice) => {
      const [tag = '', ...parameters] = choice.split(';')
      return { tag: tag.trim(), weight: acceptWeight(parameters) }
    })
    .filter(({ tag, weight }) => /^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
