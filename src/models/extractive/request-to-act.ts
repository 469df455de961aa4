import { fold } from '../../language/fold.ts'
import type { Language } from '../../language/stop-words.ts'

/** What goes before the verb when somebody asks politely for something to be done, in folded words. */
const polite =
  `(?:(?:please|pls|bitte|s'il (?:te|vous) plait|por favor|per favore|alsjeblieft|alstublieft|prosze|
пожалуиста|пожалуйста|будь ласка|hi|hello|hey|hallo|bonjour|hola|ciao|ola)[ ,!]+)*`.replaceAll('\n', '')

/** Verbs by which somebody wants something changed, at the beginning of a message, by language. */
const verbs = {
  en: `create|open|add|make|write|send|delete|remove|update|change|edit|rename|move|assign|invite|share|publish|book|
    schedule|cancel|close|reopen|approve|reject|submit|file|post|upload|order|buy|pay|reset|remind|notify|enrol|
    enroll|
    subscribe|register|draft|forward|reply|mark`,
  de: `erstelle?|lege?|mache?|schreibe?|schicke?|sende?|losche?|entferne?|andere?|bearbeite|verschiebe?|weise?|lade?|
    teile?|veroffentliche?|buche?|plane?|storniere?|schliess?e?|offne?|genehmige?|beantrage?|stelle?|reiche?|
    bestelle?|
    kaufe?|bezahle?|setze?|erinnere?|benachrichtige?|trage?|melde?|rufe?|fuge?|leite?|richte?|starte?|stoppe?`,
  fr: `cree[sz]?|creer|ouvre[sz]?|ajoute[sz]?|fais|faites|ecri[st]|ecrivez|envoie[sz]?|envoyez|supprime[sz]?|
    efface[sz]?|
    modifie[sz]?|change[sz]?|deplace[sz]?|assigne[sz]?|invite[sz]?|partage[sz]?|publie[sz]?|reserve[sz]?|
    planifie[sz]?|
    annule[sz]?|ferme[sz]?|approuve[sz]?|commande[sz]?|achete[sz]?|paye[sz]?|rappelle[sz]?|inscri[st]|inscrivez|mets|
    mettez|pose[sz]?|depose[sz]?`,
  es: `crea|cree|crear|abre|abra|anade|anada|haz|haga|escribe|escriba|envia|envie|borra|borre|elimina|elimine|cambia|
    cambie|mueve|mueva|asigna|asigne|invita|invite|comparte|comparta|publica|publique|reserva|reserve|programa|
    programe|
    cancela|cancele|cierra|cierre|aprueba|apruebe|pide|pida|compra|compre|paga|pague|recuerdame|recuerdeme|pon|ponga|
    solicita|solicite`,
  it: `crea|crei|apri|apra|aggiungi|aggiunga|fai|scrivi|scriva|invia|invii|manda|mandi|cancella|cancelli|elimina|
    elimini|
    cambia|cambi|sposta|sposti|assegna|assegni|invita|inviti|condividi|pubblica|pubblichi|prenota|prenoti|annulla|
    annulli|
    chiudi|chiuda|approva|approvi|ordina|ordini|ricordami`,
  pt: `crie|cria|abra|abre|adicione|adiciona|faca|faz|escreva|envie|envia|apague|apaga|exclua|remova|altere|mude|mova|
    atribua|convide|compartilhe|partilhe|publique|reserve|agende|cancele|feche|aprove|peca|compre|lembre-me`,
  nl: `maak|open|voeg|schrijf|stuur|verstuur|verwijder|wis|wijzig|verander|verplaats|wijs|nodig|deel|publiceer|boek|
    plan|
    annuleer|sluit|keur|bestel|koop|betaal|herinner|meld|vraag`,
  pl: `stworz|utworz|otworz|dodaj|zrob|napisz|wyslij|usun|skasuj|zmien|przenies|przypisz|zapros|udostepnij|opublikuj|
    zarezerwuj|zaplanuj|anuluj|zamknij|zatwierdz|zamow|kup|zaplac|przypomnij|zglos`,
  ru: `созда(?:и|й)(?:те)?|открои(?:те)?|открой(?:те)?|добав(?:ь|ьте)|сдела(?:и|й)(?:те)?|напиши(?:те)?|
    отправь(?:те)?|
    удали(?:те)?|измени(?:те)?|перемести(?:те)?|назначь(?:те)?|пригласи(?:те)?|опубликуи(?:те)?|опубликуй(?:те)?|
    забронируи(?:те)?|забронируй(?:те)?|отмени(?:те)?|закрои(?:те)?|закрой(?:те)?|закажи(?:те)?|купи(?:те)?|
    напомни(?:те)?`,
  uk: `створи(?:ть|ти)?|відкри(?:и|й)(?:те)?|дода(?:и|й)(?:те)?|зроби(?:ть)?|напиши(?:ть)?|надішли(?:ть)?|
    видали(?:ть)?|
    зміни(?:ть)?|перемісти(?:ть)?|признач(?:те)?|запроси(?:ть)?|опублікуи(?:те)?|опублікуй(?:те)?|заброню(?:и|
    й)(?:те)?|
    скасуи(?:те)?|скасуй(?:те)?|закри(?:и|й)(?:те)?|замов(?:те)?|купи(?:ть)?|нагадаи(?:те)?|нагадай(?:те)?`,
}

/** Requests whose verb comes later: "Can you open a ticket for me?", "Kannst du ein Ticket erstellen?" */
const asked = {
  en: `(?:(?:can|could|would|will) you (?:please )?|i (?:want|need|would like|'d like) you to )(?:${verbs.en})`,
  de: `(?:kannst du|konnen sie|konntest du|konnten sie|wurdest du|wurden sie|bitte)\\b(?!.*\\b(?:wie|was|wo|wann|
    wer|warum|ob|welche\\w*)\\b).*\\b(?:erstellen|anlegen|
    schreiben|schicken|senden|loschen|entfernen|andern|verschieben|zuweisen|einladen|teilen|veroffentlichen|buchen|
    planen|
    stornieren|schliessen|offnen|genehmigen|beantragen|stellen|einreichen|bestellen|kaufen|bezahlen|erinnern|
    eintragen|
    melden|anrufen|hinzufugen|weiterleiten|einrichten)`,
  fr: `(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|peux tu|pouvez vous) (?:me )?(?:creer|ouvrir|ajouter|faire|
    ecrire|
    envoyer|supprimer|effacer|modifier|changer|deplacer|assigner|inviter|partager|publier|reserver|planifier|annuler|
    fermer|approuver|commander|acheter|payer|inscrire|poser|deposer)`,
  es: `(?:puedes|puede|podrias|podria) (?:me )?(?:crear|abrir|anadir|hacer|escribir|enviar|borrar|eliminar|cambiar|
    mover|
    asignar|invitar|compartir|publicar|reservar|programar|cancelar|cerrar|aprobar|pedir|comprar|pagar|solicitar)`,
  it: `(?:puoi|puo|potresti|potrebbe) (?:creare|aprire|aggiungere|scrivere|inviare|mandare|cancellare|eliminare|
    cambiare|
    spostare|assegnare|invitare|condividere|pubblicare|prenotare|annullare|chiudere|approvare|ordinare)`,
  nl: `(?:kun je|kunt u|wil je|wilt u)\\b(?!.*\\b(?:hoe|wat|waar|wanneer|wie|welke)\\b).*\\b(?:maken|openen|
    toevoegen|schrijven|sturen|verwijderen|wijzigen|verplaatsen|
    uitnodigen|delen|publiceren|boeken|plannen|annuleren|sluiten|bestellen|kopen|betalen|melden|aanvragen)`,
}

/** Words of questions: with one of them somebody asks how something is done. */
const questionWords = new Set(
  `how what which who whom whose where when why wie was welche welcher welches wer wem wo wann warum quoi quel
  quelle quels quelles qui ou quand pourquoi combien como cual cuales quien donde cuando cuanto quale chi dove
  quando quanto qual quem onde hoe wat welke wie waar wanneer jak co ktory gdzie kiedy как что какой где когда кто
    як що
  який де коли хто`.split(/\s+/),
)

/** Behind the verb they make it a noun, as in "Order of steps" or "Teile für die Pumpe". */
const prepositions = `of|to|from|in|on|for|with|at|by|and|or|fur|von|zu|zum|zur|bei|mit|aus|und|de|du|des|pour|par|sur|
avec|et|en|del|para|con|por|y|di|per|da|e|van|voor|met|bij|do|na|od|z|dla|i|для|на|по|от|из|в|з|до|про`

const compile = (pattern: string) => {
  const [verb, next] = [pattern, prepositions].map((words) => words.replaceAll(/\n\s*/gu, ''))
  return new RegExp(`^${polite}(${verb})(?![\\p{L}\\p{N}-])(?!\\s+(?:${next})(?!\\p{L}))`, 'u')
}

const beginnings = [...Object.entries(verbs), ...Object.entries(asked)].map(
  ([language, pattern]) => [language as Language, compile(pattern)] as const,
)

/** Verbs that are nouns as well: what they are done to has to be named as such. */
const nouns = new Set(
  `order write open file change update reset book cancel close share draft schedule post mark stop teile plan plane
    stelle reiche
  lade weise leite melde lege mache setze rufe commande change reserve pose fais compra reserva pida pide cambia
    cierre paga
  pague boek deel plan maak open`.split(/\s+/),
)

const determiners = new Set(
  `a an the my our your me us him her them this that these those it all every please ein eine einen einem einer den
    die das
  dem der mir mich uns ihm ihr meinen meine mein unseren diese diesen dieses bitte un une le la les l mon ma mes
    moi nous ce
  cet cette ces uno una el los las mi mis me nos este esta il lo gli mio mia o os as meu minha een het de mijn mij
    ons dit
  deze`.split(/\s+/),
)

/** In scripts without spaces: the verb with what makes it a request. */
const signs: [Language, RegExp][] = [
  [
    'zh',
    /^(?:请|帮我|麻烦你?)*(?:创建|新建|添加|删除|发送|修改|预订|取消|关闭|提交|分配|邀请|发布)(?!.*(?:如何|怎么|吗))/u,
  ],
  [
    'ja',
    /(?:作成|作って|追加|削除|送信|送って|変更|予約|公開|招待|登録|申請)(?:して)?(?:ください|下さい|ほしい|お願い)/u,
  ],
]

/** A bare verb with a thing or two is more often a search than a request: "Reset password". */
const maxBareWords = 2

/** How far behind the verb its object is looked for. */
const objectWords = 2

/**
 * The languages in which somebody asks for something to be done, which this model cannot: it only looks things up. None
 * for a question.
 */
export const findRequest = (message: string): Language[] => {
  const signed = signs.filter(([, sign]) => sign.test(message)).map(([language]) => language)
  if (signed.length > 0) return signed
  const text = fold(message.replaceAll(/[’‘]/gu, "'")).replaceAll(/@\S+\s*|^[\s¿¡]+/gu, '')
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.slice(0, 3).some((word) => questionWords.has(word))) return []
  const hasObject = words.slice(0, objectWords + 1).some((word) => determiners.has(word))
  return beginnings.flatMap(([language, beginning]) => {
    const verb = beginning.exec(text)?.[1]
    const isSearch = !hasObject && (words.length <= maxBareWords || nouns.has(verb ?? ''))
    return verb === undefined || isSearch ? [] : [language]
  })
}
