import type { Language } from '../../language/stop-words.ts'

/** What the extractive model says in its own words. */
interface Phrases {
  found: string
  /** Only part of the question is met. */
  closest: string
  nothing: string
  /** Before the names of files at the question of which nothing can be read, or nothing yet. */
  unreadable: string
  notReadYet: string
  /** It is asked to do something. */
  lookupOnly: string
  /** The answer to a greeting. */
  hello: string
  thanks: string
}

export const phrases: Record<Language, Phrases> = {
  en: {
    found: 'This is what I found:',
    closest: 'I found nothing that answers this exactly. This comes closest:',
    nothing: 'I found nothing about this in what you may read.',
    unreadable: 'I can read no text in what is attached:',
    notReadYet: 'The text of what is attached is still being made; please ask again in a minute:',
    lookupOnly: 'I can only look things up and quote them; I cannot do this for you.',
    hello:
      'Hello! Ask me something, and I look it up in the wiki, courses, tasks and tickets that you ' +
      'may read, and quote what I find.',
    thanks: 'You are welcome. Ask me anything else, and I look it up in what you may read.',
  },
  de: {
    found: 'Das habe ich dazu gefunden:',
    closest: 'Genau das beantwortet nichts, was ich gefunden habe. Am nächsten kommt:',
    nothing: 'Dazu habe ich in dem, was Sie lesen dürfen, nichts gefunden.',
    unreadable: 'Im Angehängten kann ich keinen Text lesen:',
    notReadYet: 'Der Text des Angehängten wird noch erstellt; bitte fragen Sie in einer Minute noch einmal:',
    lookupOnly: 'Ich kann nur nachschlagen und zitieren; das kann ich nicht für Sie erledigen.',
    hello:
      'Guten Tag! Fragen Sie mich etwas: Ich suche in Wiki, Kursen, Aufgaben und Tickets, die Sie ' +
      'lesen dürfen, und zitiere, was ich finde.',
    thanks: 'Gern geschehen. Fragen Sie weiter: Ich suche in dem, was Sie lesen dürfen.',
  },
  fr: {
    found: 'Voici ce que j’ai trouvé :',
    closest: 'Je n’ai rien trouvé qui y réponde exactement. Voici ce qui s’en approche le plus :',
    nothing: 'Je n’ai rien trouvé à ce sujet dans ce que vous pouvez lire.',
    unreadable: 'Je ne peux lire aucun texte dans ce qui est joint :',
    notReadYet:
      'Le texte de ce qui est joint est encore en préparation ; reposez la question dans une minute :',
    lookupOnly: 'Je peux seulement chercher et citer ; je ne peux pas le faire à votre place.',
    hello:
      'Bonjour ! Posez-moi une question : je cherche dans le wiki, les cours, les tâches et les ' +
      'tickets que vous pouvez lire, et je cite ce que je trouve.',
    thanks: 'Avec plaisir. Posez-moi une autre question, je chercherai dans ce que vous pouvez lire.',
  },
  es: {
    found: 'Esto es lo que he encontrado:',
    closest: 'No he encontrado nada que lo responda exactamente. Lo más cercano es esto:',
    nothing: 'No he encontrado nada sobre esto en lo que usted puede leer.',
    unreadable: 'No puedo leer ningún texto en lo adjunto:',
    notReadYet: 'El texto de lo adjunto aún se está preparando; vuelva a preguntar en un minuto:',
    lookupOnly: 'Solo puedo buscar y citar; no puedo hacerlo por usted.',
    hello:
      '¡Hola! Pregúnteme algo: busco en el wiki, los cursos, las tareas y los tickets que usted ' +
      'puede leer, y cito lo que encuentro.',
    thanks: 'De nada. Pregúnteme otra cosa y la buscaré en lo que usted puede leer.',
  },
  it: {
    found: 'Ecco che cosa ho trovato:',
    closest: 'Non ho trovato nulla che risponda esattamente. Questo ci si avvicina di più:',
    nothing: 'Non ho trovato nulla su questo in ciò che Lei può leggere.',
    unreadable: 'Non riesco a leggere alcun testo in ciò che è allegato:',
    notReadYet: 'Il testo di ciò che è allegato è ancora in preparazione; riprovi tra un minuto:',
    lookupOnly: 'Posso soltanto cercare e citare; non posso farlo al posto Suo.',
    hello:
      'Buongiorno! Mi chieda qualcosa: cerco nel wiki, nei corsi, nelle attività e nei ticket che ' +
      'Lei può leggere, e cito ciò che trovo.',
    thanks: 'Prego. Mi chieda altro, e lo cercherò in ciò che Lei può leggere.',
  },
  pt: {
    found: 'Isto é o que encontrei:',
    closest: 'Não encontrei nada que responda exatamente. O mais próximo é isto:',
    nothing: 'Não encontrei nada sobre isto no que pode ler.',
    unreadable: 'Não consigo ler nenhum texto no que está anexado:',
    notReadYet:
      'O texto do que está anexado ainda está a ser preparado; pergunte de novo dentro de um minuto:',
    lookupOnly: 'Só posso procurar e citar; não posso fazer isso por si.',
    hello:
      'Olá! Pergunte-me algo: procuro no wiki, nos cursos, nas tarefas e nos tickets que pode ler, ' +
      'e cito o que encontro.',
    thanks: 'De nada. Pergunte-me outra coisa e eu procuro no que pode ler.',
  },
  nl: {
    found: 'Dit heb ik gevonden:',
    closest: 'Ik heb niets gevonden dat dit precies beantwoordt. Dit komt het dichtst in de buurt:',
    nothing: 'Ik heb hierover niets gevonden in wat u mag lezen.',
    unreadable: 'In wat is bijgevoegd kan ik geen tekst lezen:',
    notReadYet: 'De tekst van wat is bijgevoegd wordt nog gemaakt; vraag het over een minuut opnieuw:',
    lookupOnly: 'Ik kan alleen dingen opzoeken en citeren; dit kan ik niet voor u doen.',
    hello:
      'Hallo! Vraag mij iets: ik zoek in de wiki, cursussen, taken en tickets die u mag lezen, en citeer wat ik vind.',
    thanks: 'Graag gedaan. Vraag gerust verder: ik zoek in wat u mag lezen.',
  },
  pl: {
    found: 'Oto co znaleziono:',
    closest: 'Nie ma niczego, co odpowiada na to dokładnie. Najbliższe jest to:',
    nothing: 'W tym, co możesz czytać, nie ma nic na ten temat.',
    unreadable: 'W tym, co załączono, nie mogę odczytać żadnego tekstu:',
    notReadYet: 'Tekst tego, co załączono, jest jeszcze przygotowywany; zapytaj ponownie za minutę:',
    lookupOnly: 'Potrafię tylko wyszukiwać i cytować; nie mogę tego zrobić za Ciebie.',
    hello:
      'Dzień dobry! Zadaj mi pytanie: szukam w wiki, kursach, zadaniach i zgłoszeniach, które ' +
      'możesz czytać, i cytuję, co znajdę.',
    thanks: 'Proszę bardzo. Pytaj dalej: szukam w tym, co możesz czytać.',
  },
  ru: {
    found: 'Вот что нашлось:',
    closest: 'Точного ответа не нашлось. Ближе всего вот это:',
    nothing: 'В том, что вам доступно для чтения, об этом ничего не нашлось.',
    unreadable: 'Во вложении не удаётся прочитать текст:',
    notReadYet: 'Текст вложения ещё готовится; спросите ещё раз через минуту:',
    lookupOnly: 'Я могу только искать и цитировать; сделать это за вас я не могу.',
    hello:
      'Здравствуйте! Задайте вопрос: я ищу в вики, курсах, задачах и обращениях, которые вам ' +
      'доступны, и цитирую найденное.',
    thanks: 'Пожалуйста. Спрашивайте ещё: я ищу в том, что вам доступно для чтения.',
  },
  uk: {
    found: 'Ось що знайшлося:',
    closest: 'Точної відповіді не знайшлося. Найближче ось це:',
    nothing: 'У тому, що вам доступно для читання, про це нічого не знайшлося.',
    unreadable: 'У вкладенні не вдається прочитати текст:',
    notReadYet: 'Текст вкладення ще готується; запитайте ще раз за хвилину:',
    lookupOnly: 'Я можу лише шукати й цитувати; зробити це за вас я не можу.',
    hello:
      'Вітаю! Поставте запитання: я шукаю у вікі, курсах, завданнях і зверненнях, які вам доступні, і цитую знайдене.',
    thanks: 'Будь ласка. Питайте ще: я шукаю в тому, що вам доступно для читання.',
  },
  zh: {
    found: '这是我找到的内容：',
    closest: '没有找到完全对应的答案，最接近的是：',
    nothing: '在您可以阅读的内容中没有找到相关信息。',
    unreadable: '无法读取附件中的文本：',
    notReadYet: '附件的文本仍在生成中，请一分钟后再问：',
    lookupOnly: '我只能查找并引用内容，无法替您完成这项操作。',
    hello: '您好！请提问：我会在您可以阅读的维基、课程、任务和工单中查找，并引用找到的内容。',
    thanks: '不客气。还有问题请继续提问，我会在您可以阅读的内容中查找。',
  },
  ja: {
    found: '見つかった内容は次のとおりです。',
    closest: '質問にそのまま答えるものは見つかりませんでした。最も近いのは次の内容です。',
    nothing: 'お読みになれる内容の中には、これに関するものは見つかりませんでした。',
    unreadable: '添付されたものから文章を読み取れません：',
    notReadYet: '添付されたものの文章はまだ作成中です。1分後にもう一度お尋ねください：',
    lookupOnly: '私にできるのは検索と引用だけで、この操作を代わりに行うことはできません。',
    hello:
      'こんにちは。ご質問をどうぞ。お読みになれるウィキ、コース、タスク、チケットの中を調べ、見つけた内容を引用します。',
    thanks: 'どういたしまして。ほかにもご質問があれば、お読みになれる内容の中を調べます。',
  },
}
