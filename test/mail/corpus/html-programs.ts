import { answer, link, quotedHtml } from './quoted.ts'

const ours = 'Enterprise platform &lt;no-reply@example.com&gt;'

/** HTML of a reply in mail programs other than Gmail and Outlook. */
export const htmlPrograms: Record<string, string[]> = {
  GMX: [
    `<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>${answer}</div>`,
    '<div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;">',
    '<div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Freitag, 27. M&auml;rz 2026 um 10:22 Uhr<br/>',
    '<b>Von:</b>&nbsp;"Enterprise platform" &lt;no-reply@example.com&gt;<br/><b>An:</b>&nbsp;ada@example.com<br/>',
    `<b>Betreff:</b>&nbsp;Welcome</div><div name="quoted-content">${quotedHtml}</div></div></div></div></body></html>`,
  ],
  'Proton HTML': [
    `<div style="font-family: Arial; font-size: 14px;">${answer}</div>`,
    '<div class="protonmail_signature_block protonmail_signature_block-empty"></div>',
    `<div class="protonmail_quote">vrijdag 27 maart 2026 om 10:22 schreef Enterprise platform ${link}:<br><br>`,
    `<blockquote class="protonmail_quote" type="cite">${quotedHtml}</blockquote><br></div>`,
  ],
  'Yahoo HTML': [
    `<html><body><div class="ydp1yahoo-style-wrap"><div dir="ltr">${answer}</div><div><br></div></div>`,
    '<div id="ydp2yahoo_quoted_1" class="ydp2yahoo_quoted"><div style="font-family:Helvetica">',
    `<div>El viernes, 27 de marzo de 2026, 10:22:30 CET, Enterprise platform ${link} escribió: </div>`,
    `<div><br></div><div><br></div><div>${quotedHtml}</div></div></div></body></html>`,
  ],
  'Apple Mail HTML': [
    `<html><body>${answer}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite">`,
    `<div>Le 27 mars 2026 à 10:22, Enterprise platform ${link} a écrit :</div><br>`,
    `<div>${quotedHtml}</div></blockquote></div></body></html>`,
  ],
  'Apple Mail HTML, Japanese': [
    `<html><body>${answer}<br><div><br><blockquote type="cite">`,
    `<div>2026/03/27 10:22、Enterprise platform ${link}のメール:</div><br>`,
    `<div>${quotedHtml}</div></blockquote></div></body></html>`,
  ],
  'Thunderbird HTML': [
    `<html><body><p>${answer}</p>`,
    '<div class="moz-cite-prefix">Am 27.03.26 um 10:22 schrieb Enterprise platform:<br></div>',
    `<blockquote type="cite" cite="mid:1@example.com">${quotedHtml}</blockquote></body></html>`,
  ],
  'Outlook on the web HTML': [
    `<html><body dir="ltr"><div class="elementToProof">${answer}</div><div id="appendonsend"></div>`,
    `<hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>Från:</b> ${ours}<br>`,
    '<b>Skickat:</b> den 27 mars 2026 10:22<br><b>Till:</b> Ada &lt;ada@example.com&gt;<br>',
    `<b>Ämne:</b> Welcome</font><div>&nbsp;</div></div>${quotedHtml}</body></html>`,
  ],
  'Outlook for Mac HTML': [
    `<html><body><div><p>${answer}</p><div><p><b>From: </b>Enterprise platform ${link}<br>`,
    '<b>Date: </b>Friday, 27. March 2026 at 10:22<br><b>To: </b>Ada &lt;ada@example.com&gt;<br>',
    `<b>Subject: </b>Welcome</p></div>${quotedHtml}</div></body></html>`,
  ],
  'Samsung HTML': [
    `<html><body><div dir="auto">${answer}</div><div dir="auto"><br></div><div align="left" dir="auto">`,
    `<div>-------- Ursprüngliche Nachricht --------</div><div>Von: ${ours} </div>`,
    '<div>Datum: 27.03.26  10:22  (GMT+01:00) </div><div>An: ada@example.com </div><div>Betreff: Welcome </div>',
    `<div><br></div></div>${quotedHtml}</body></html>`,
  ],
  'Mail.ru HTML': [
    `<HTML><BODY><div>${answer}</div><div>&nbsp;</div><blockquote style="border-left:1px solid #0857A6;">`,
    `Пятница, 27 марта 2026, 10:22 +03:00 от Enterprise platform ${link}:<br>&nbsp;`,
    `<div id="">${quotedHtml}</div></blockquote></BODY></HTML>`,
  ],
}
