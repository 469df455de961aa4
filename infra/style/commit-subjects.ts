const maxLength = 72

/** Openings of a subject that is not an instruction: articles, pronouns and question words. */
const refusedOpening =
  /^(?:all|an?|each|every|how|its?|no(?:body|thing)?|of|one|somebody|that|the(?:ir)?|what|where|whether|which|who)\b/i

/** Returns a sentence for each subject that is too long, not a conventional commit, or not in the imperative. */
export const refusedSubjects = (subjects: string[]): string[] =>
  subjects.flatMap((subject) => {
    const [, text] = /^[a-z]+(?:\([a-z\d-]+\))?!?: (\S.*)$/.exec(subject) ?? []
    if (text === undefined) return [`"${subject}" is not a conventional commit: write "fix(wiki): …".`]
    return [
      ...(subject.length > maxLength ? [`"${subject}" has more than ${maxLength} characters.`] : []),
      ...(refusedOpening.test(text) ? [`"${subject}" must begin with a verb in the imperative.`] : []),
    ]
  })
