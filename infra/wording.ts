/** Phrases that are said otherwise here, and how. */
const phrases: [RegExp, string][] = [
  [/\bwhoever\b/i, 'name the person, or "anyone who"'],
  [/\bso many\b/i, '"how many" or "this many"'],
  [/\b(?:for )?so\s+long\b(?! as)/i, '"how long" or "this long"'],
  [/\banew\b/i, '"again"'],
  [/\bby then\b/i, '"by that time", or nothing'],
  [/\b(?:is|are|be|was) at it\b/i, '"works on it"'],
  [/\bgo(?:es|ing)? on with\b/i, '"continue with"'],
]

/** What is wrong with the words of a line, one sentence each. */
export const refusedPhrases = (line: string): string[] =>
  phrases.flatMap(([phrase, instead]) => {
    const [found] = phrase.exec(line) ?? []
    return found === undefined ? [] : [`says "${found}"; write ${instead}.`]
  })

/** How much of each is left: the numbers may only fall. */
const most = { names: 104, gerunds: 19, phrases: 77 }

const exported = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm

/** What a text exports; a schema and its type have one name. */
const exportsOf = (text: string) => [...new Set([...text.matchAll(exported)].map(([, name = '']) => name))]

/** Says which names mean several things, which files are called by verbs, and how often "of which" is left. */
export const refusedNames = (texts: Map<string, string>): string[] => {
  const names = Map.groupBy([...texts.values()].flatMap(exportsOf), (name) => name)
  const several = [...names].flatMap(([name, { length }]) => (length > 1 ? [name] : []))
  const gerunds = [...texts.keys()].filter((file) =>
    /[-/](?!(?:string|heading|thing|everything|rating|encoding)\.)\w+ing\.ts$/.test(file),
  )
  const left = [...texts.values()].flatMap((text) => text.match(/\bof which\b/g) ?? [])
  return [
    ...(several.length > most.names
      ? [`${several.length} names are exported by several files, not ${most.names}: ${several.join(' ')}`]
      : []),
    ...(gerunds.length > most.gerunds
      ? [`${gerunds.length} files are named with gerunds, not ${most.gerunds}: ${gerunds.join(' ')}`]
      : []),
    ...(left.length > most.phrases ? [`"of which" is said ${left.length} times, not ${most.phrases}.`] : []),
  ]
}
