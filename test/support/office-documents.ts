import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../fixtures/office/', import.meta.url)

const contentTypes: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
}

const documentOf = (name: string) => {
  const [stem = '', extension = ''] = name.split('.')
  return {
    name,
    content_type: contentTypes[extension] as string,
    bytes: readFileSync(new URL(name, folder)),
    edited: readFileSync(new URL(`${stem}-edited.${extension}`, folder)),
  }
}

/** Documents made with LibreOffice, each with an edited version. */
export const officeDocuments = readdirSync(folder)
  .filter((name) => (name.split('.')[1] as string) in contentTypes && !name.includes('-edited.'))
  .map(documentOf)
