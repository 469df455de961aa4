/** Attributes of `proof-key` in Base64. */
export interface PublishedKeys {
  modulus: string
  exponent: string
  oldmodulus?: string
  oldexponent?: string
}

const proofKey = (keys: PublishedKeys | undefined) => {
  const attributes = Object.entries(keys ?? {}).map(([name, value]) => ` ${name}="${value}"`)
  return keys ? `<proof-key value="" oldvalue=""${attributes.join('')}/>` : ''
}

const action = (name: string, ext: string, urlsrc: string, more = '') =>
  `<action name="${name}" ext="${ext}"${more} ` +
  `urlsrc="${urlsrc.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"/>`

/**
 * Returns the discovery document of Collabora Online: one action per extension, no placeholders, no `view` for editable
 * formats, the zone always with HTTP.
 */
export const collabora = (url: string, keys?: PublishedKeys): string => {
  const page = `${url}/browser/4f21abc/cool.html?`
  return `<?xml version="1.0" encoding="utf-8"?>
<!-- a comment, as there are many -->
<wopi-discovery>
    <net-zone name="external-http">
        <app favIconUrl="${url}/browser/4f21abc/images/x-office-document.svg" name="writer">
            ${action('view', 'sxw', page, ' default="true"')}
            ${action('edit', 'odt', page, ' default="true"')}
            ${action('edit', 'docx', page, ' default="true"')}
        </app>
        <app name="application/vnd.ms-excel">${action('edit', '', page, ' default="true"')}</app>
        <app name="application/pdf">${action('view_comment', 'pdf', page)}</app>
        <app name="Capabilities">${action('getinfo', '', `${url}/hosting/capabilities`)}</app>
    </net-zone>
    ${proofKey(keys)}
</wopi-discovery>
`
}

/**
 * Returns the discovery document of ONLYOFFICE: actions by extension and by media type, with placeholders, one of them
 * for the address of the file.
 */
export const onlyOffice = (url: string, keys?: PublishedKeys): string => {
  const page = (mode: string) =>
    `${url}/hosting/wopi/word/${mode}?<rs=DC_LLCC&><dchat=DISABLE_CHAT&><embed=EMBEDDED&><ui=UI_LLCC&>` +
    '<wopisrc=WOPI_SOURCE&>&'
  const actions = (ext: string) =>
    [
      action('view', ext, page('view')),
      action('embedview', ext, page('embedview')),
      action('edit', ext, page('edit'), ' default="true" requires="locks,update"'),
    ].join('')
  const mime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  return (
    '<?xml version="1.0" encoding="utf-8"?><wopi-discovery><net-zone name="external-http">' +
    `<app name="Word" favIconUrl="${url}/word.ico">${actions('docx')}` +
    `${action('convert', 'doc', page('convert'), ' targetext="docx"')}</app>` +
    `<app name="Pdf">${action('view', 'pdf', page('view'))}</app><app name="${mime}">${actions('')}</app>` +
    `</net-zone>${proofKey(keys)}</wopi-discovery>`
  )
}

/** Returns the discovery document of Microsoft 365: a byte order mark, several zones, many placeholders. */
export const microsoft365 = (url: string, keys?: PublishedKeys): string => {
  const page = (host: string, mode: string) =>
    `${host}/we/${mode}.aspx?<ui=UI_LLCC&><rs=DC_LLCC&><dchat=DISABLE_CHAT&><hid=HOST_SESSION_ID&>` +
    '<sc=SESSION_CONTEXT&><wopisrc=WOPI_SOURCE&><IsLicensedUser=BUSINESS_USER&>' +
    '<actnavid=ACTIVITY_NAVIGATION_ID&>'
  const zone = (name: string, host: string) =>
    `<net-zone name="${name}"><app name="Word" favIconUrl="${host}/word.ico" ` +
    `checkLicense="true">${action('view', 'docx', page(host, 'wordviewer'), ' default="true"')}` +
    action('edit', 'docx', page(host, 'wordeditor'), ' requires="locks,update"') +
    `${action('editnew', 'docx', page(host, 'wordeditor'), ' requires="locks,update"')}</app></net-zone>`
  const secure = url.replace('http:', 'https:')
  return (
    `\uFEFF<?xml version="1.0" encoding="utf-8"?>` +
    `<wopi-discovery>${zone('internal-https', 'https://inside.example')}${zone('external-http', url)}` +
    `${zone('external-https', secure)}${proofKey(keys)}</wopi-discovery>`
  )
}
