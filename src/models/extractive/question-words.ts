/** Words that ask for a number or a time; the topic of the question is what remains. */
export const numberWords = [
  /\bhow (?:big|large|tall|wide|high|deep|far|heavy)\b|^what size\b/gu,
  /\bhow (?:long|many|much|often|late|early|soon)\b|\bwhat time\b|^(?:and )?(?:since |until |by )?when\b/gu,
  /\bwie (?:gross|breit|weit|tief|schwer)(?!\p{L})|^welche grosse\b/gu,
  /\bwie (?:lange?|viele?[ns]?|oft|hoch|spat|fruh)(?!\p{L})|\b(?:bis )?wann\b/gu,
  /\bcombien(?: de (?:temps|fois))?\b|^quelle taille\b|^(?:et )?(?:depuis |jusqu'a )?quand\b|\ba quelle heure\b/gu,
  /\bcuant[oa]s?(?: (?:tiempo|veces))?\b|^que tamano\b|^(?:y )?(?:desde |hasta |para )?cuando\b|\ba que hora\b/gu,
  /\bquant[oaie](?: (?:tempo|volte))?\b|\ba che ora\b|\bquant[oa]s?(?: (?:tempo|vezes))?\b|\ba que horas\b/gu,
  /\bhoe (?:lang|vaak|hoog|veel|laat|groot|breed|ver|diep|zwaar)\b|\bwanneer\b/gu,
  /\b(?:jak (?:dlugo|czesto|daleko|duzo)|ile|kiedy)\b/gu,
  /(?<!\p{L})(?:как (?:долго|часто|далеко)|сколько|когда|як (?:довго|часто|далеко)|скільки|коли)(?!\p{L})/gu,
  /多少|多久|几个|什么时候|何時|いくつ|いくら|いつ|どのくらい/gu,
]

/** Words that ask for a number and nothing else. */
export const countWords = [
  /\bhow many\b|\bwie viele[nsr]?\b|\bhoeveel\b|\bcombien d(?:e |'|es )(?!temps|fois)/u,
  /\bcuant[oa]s\b|\bquant[ei]\b|\bquant[oa]s\b/u,
]

/** Words that ask for a measure, so for a figure. */
export const measureWords = [
  /\bhow much\b|\bwie ?viel\b|\bcuant[oa] (?!tiempo|dura|tarda)|\bquant[oa] (?!tempo|dura)/u,
]

/** Captures the noun for the kind of thing that is asked for, as in "Which option …?"; answers seldom contain it. */
export const askedKind = new RegExp(
  [
    String.raw`^(?:\p{L}+ ){0,2}?(?:which|what|welche[rsmn]?|welke?|quel(?:le)?s?|que|quale|quali`,
    String.raw`|cual(?:es)? (?:es|son) (?:el|la|los|las)) (?:kind of |sort of |type of )?(\p{L}{3,})`,
  ].join(''),
  'u',
)

/** Verbs that accompany the number words and add no meaning. */
export const lasting = new Set(
  `take takes last lasts dauert dauern gilt gelten dure durent dura duran tarda duurt trwa длится триває`.split(
    /\s+/,
  ),
)

/** Verbs of use: texts express them in many ways, or omit them. */
export const using = new Set(
  `used benutze benutzt benutzen verwende verwendet verwenden utilise utilisent utiliser usa usan uso usar utiliza
  utilizan utilizar usare gebruik gebruikt gebruiken`.split(/\s+/),
)

/** Phrases that ask what something is. */
export const definitions = [
  /^(?:and )?(?:what(?:'s| is| are)|who is|define|explain)\b(?: (?:an?|the)\b)?/gu,
  /^(?:and )?what do(?:es)?(?=.* (?:mean|stand for|do)$)(?: (?:an?|the)\b)?/gu,
  /\b(?:mean|stand for|about|(?:used )?for)$/gu,
  /^(?:und )?(?:was (?:ist|sind|bedeutet|bedeuten|heißt|heisst|macht)|wofur (?:ist|steht))(?!\p{L})/gu,
  /^(?:und )?wer (?:ist|war)(?!\p{L})/gu,
  /^(?:und )?(?:wofur|wozu) (?:wird|werden|dient|dienen|braucht man|benutzt man)(?!\p{L})/gu,
  /^(?:en )?waarvoor (?:dient|dienen|wordt|worden)\b/gu,
  /^(?:et )?(?:qu'est[- ]ce (?:que|qu'|qui)(?: c'est que)?|c'est quoi|qui (?:est|etait))/gu,
  /^(?:et )?(?:que (?:veut dire|signifie)|a quoi ser(?:t|vent))/gu,
  /^(?:y )?(?:que (?:es|son|significa|quiere decir)|para que (?:sirven?|se usan?)|quien (?:es|era))\b/gu,
  /^(?:che )?(?:cos'e|cosa (?:e|significa)|che cos'e)|^o que (?:e|sao|significa)\b|^wat (?:is|zijn|betekent)\b/gu,
  /^(?:co to jest|co oznacza|что (?:такое|значит|означает)|що (?:таке|означає))(?!\p{L})/gu,
  /是什么(?:意思)?|什么是|とは(?:何)?/gu,
]
