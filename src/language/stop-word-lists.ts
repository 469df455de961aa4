/** Words that hold questions together and say nothing of what they are about, by language. */
export const stopWordLists = {
  en: `
    about above after again all also am an and any are aren as at be because been before being below between
    both but by can cannot could did didn do does doesn doing don down during each every few for from
    further had has have having he her here hers him his how if in into is isn it its just let like many may
    me might mine more most much must my need no nor not now of off on once only or other our out over own
    please same shall she should so some such than that the their them then there these they this those
    through to too under until up us use using very was way we were what when where whether which while who
    whom whose why will with won would you your tell explain show give know want anyone someone hello hi hey
    thanks thank`,
  de: `
    aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist bitte
    da damit dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses
    dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer für gegen gibt habe haben
    hat hatte hier ich ihm ihn ihnen ihr ihre ihrem ihren im in ins ist ja jede jeden jeder jedes kann
    kannst kein keine keinen könnte können machen man mehr mein meine meinem meinen meiner mich mir mit muss
    müssen nach nicht nichts noch nun nur ob oder ohne sehr sein seine seit sich sie sind so soll sollen
    sollte um und uns unser unsere unter viel viele vom von vor wann war waren warum was weil welche welchem
    welchen welcher welches wem wen wenn wer werde werden wie wieso wieviel wir wird wo woher wohin wozu
    würde zu zum zur zwischen über erkläre zeige sag sage hallo danke`,
  fr: `
    afin ai ainsi alors après au aucun aussi autre aux avant avec avez avoir avons ça car ce cela ces cet
    cette ceux chaque chez combien comme comment dans de des depuis donc dont du elle elles en encore entre
    es est et été être eux faire fait faut ici il ils je jusqu la le les leur leurs lors lui ma mais me même
    mes moi moins mon ne nos notre nous on ont ou où par parce pas peu peut peux plus pour pourquoi puis
    puisse quand que quel quelle quelles quels qu qui quoi sa sans se ses si son sont sous sur ta te tes toi
    ton tous tout toute toutes très tu un une vers veux vos votre vous bonjour merci`,
  es: `
    al algo algún alguna ante antes aquí así aún aunque bajo bien cada como cómo con contra cual cuál cuales
    cuáles cuando cuándo cuanto cuánto cuántos de del desde donde dónde dos el él ella ellos en entre era es
    esa ese eso esta está están estas este esto estos fue ha hace hacer hacia hasta hay he la las le les lo
    los más me mi mis muy nada ni no nos nosotros nuestra nuestro o os otra otro para pero poder por porque
    puede pueden puedo que qué quien quién se sea ser si sí sin sobre son soy su sus también tan te tengo
    tiene tienen todo todos tu tus un una unas uno unos usted ya yo hola gracias puedes`,
  it: `
    agli ai al alla alle allo anche avere che chi ci cio cioè come con cosa cui da dagli dai dal dalla dalle
    dei del della delle dello deve devo di dove due è ed era fare fra gli ha hanno ho il in io la le lei li
    lo loro lui ma mi mia mie miei mio molto ne negli nei nel nella nelle nello no noi non nostra nostro o
    ogni per perché però più posso può quale quali quando quanti quanto quella quelle quello questa queste
    questi questo qui se sei senza si sia sono sta su sua sue sugli sui sul sulla suo suoi tra tu tua tuo un
    una uno vi voi`,
  pt: `
    ao aos as até com como da das de dela dele deles depois do dos ela elas ele eles em entre era essa essas
    esse esses esta está estão estas este estes eu faço fazer foi há isso isto já lhe mais mas me mesmo meu
    meus minha minhas muito na nao não nas nem no nos nós nossa nosso num numa o onde os ou para pela pelas
    pelo pelos pode podem por porque porquê posso quais qual quando quantos quanto que quê quem são se sem
    ser seu seus só sobre sua suas também te tem tenho ter teu toda todos tu tua um uma umas uns você vocês`,
  nl: `
    aan al alle als altijd andere ben bij dan dat de deze die dit doe doen door dus een elke en er geen had
    heb hebben heeft het hier hij hoe hoeveel hun iets ik in is ja je jij jou jouw jullie kan kun kunnen
    maar me meer men met mij mijn moet moeten na naar niet niets nog nu of om omdat ons onze ook op over te
    tot uit van veel voor waar waarom wanneer was wat we welk welke wel werd wie wij wil worden wordt zal ze
    zich zij zijn zo zonder zou`,
  pl: `
    aby albo ale ani bardzo bez być był była było były by chce co coś czego czemu czy dla dlaczego do gdy
    gdzie go ich ile inne ja jak jaka jaki jakie jakiej jakim jako je jego jej jest jestem jeśli już każdy
    kiedy kim kto która które którego której który których ma mam mają może można mnie mi moja moje mój mogę
    muszę na nad nam nas nasz nawet nic nie niż no od on ona oni oraz pan po pod poza przed przez przy są
    się sobie ta tak także tam te tego tej ten też to trzeba tu twój ty tylko tym we więc wszystko z za ze
    że`,
  ru: `
    без более бы был была были было быть в вам вас ваш ваша ваше весь во вот все всё всего вы где да даже
    для до его ее её ей если есть ещё еще же за зачем здесь и из или им их к как какая какие каким какими
    какое какой какую ко когда кого кому которая которые который кто куда ли либо меня мне много мог может
    можно мой моя мы на над надо нам нас наш не него нее ней нельзя нет ни них но ну нужен нужно о об он она
    они оно от очень по под почему при про с сам свой себя сейчас сколько со так такое такой там тебя тем то
    тоже той только том тот ты у уже чего чем что чтобы чья эта эти это этого этой этом этот я`,
  uk: `
    або адже але без би був була були було бути вам вас ваш ваша від він вона вони все всі де для до його є
    її ж за з зі і із й їх їхній коли кого кому котра котрий куди лише мене мені ми мій може можна моя на
    навіщо над нам нас наш не нема немає ні нього об один от ось по під після при про саме свій себе скільки
    та так такий там твій те ти тільки тим то того той тому треба ту у хто це цей цього ці ця чи чия чого
    чому що щоб як яка яке який якого якої які якщо я потрібно`,
  zh: `
    什么 怎么 怎样 如何 为什么 为何 哪里 哪个 哪些 哪儿 多少 几个 是否 可以 能够 能否 应该 需要 我们 你们 他们 它们 自己 这个 那个 这些 那些 这里 那里 这样 那样 或者 以及 还是
    因为 所以 但是 如果 就是 不是 没有 有没有 请问 告诉 一个 一下 一些 怎么办 怎么样 进行`,
  ja: `
    です ます でした ました ません ください どう どの どこ どれ どちら どうやって どのように なに なん なぜ いつ だれ 何 何か ある いる する した して できる できます これ それ あれ
    この その あの ここ そこ こと もの ため よう から まで など について 教えて という とは には では でも ので のに`,
} as const

/**
 * Words by which somebody means what comes before them, as in "What does this page say?", and no matter of its
 * own.
 */
export const pointerWords = `
  page pages document documents text content contents course courses file files summary summarize summarise
  overview topic say says said contain contains mean describe described lesson seite seiten dokument inhalt
  inhalte kurs kurse kurses datei zusammenfassung fasse zusammen zusammenfassen steht geht thema überblick
  contenu cours fichier résumé résumer sujet dit página contenido curso archivo resumen dice tema pagina
  contenuto corso riassunto riassumi conteúdo arquivo resumo inhoud cursus bestand samenvatting strona
  stronie treść kurs plik страница странице страницы документ документе содержание курс курсе файл файле
  написано говорится сторінка сторінці зміст документі курсі файлі 页面 内容 文档 课程 总结 概括 文件 ページ 文書 コース 要約`
