import type { PageLanguage } from '../../platform/http/request/page-language.ts'

/** Texts of the pages around an editor; `{name}` is the file and `{size}` the maximum size of an editable file. */
const en = {
  opening: 'Opening the document',
  open: 'Open the document',
  noEditor: 'This service has no editing server, so it cannot show the file here.',
  download: 'Download the file',
  start: 'Start page',
  silent: 'The editor does not respond, so “{name}” cannot be shown. The file itself is safe.',
  again: 'Try again',
  close: 'Close this notice',
  readOnly: 'This document is larger than {size}, the maximum size for editing here, so it opens read-only.',
}

type EditorWords = typeof en

const de: EditorWords = {
  opening: 'Das Dokument wird geöffnet',
  open: 'Dokument öffnen',
  noEditor: 'Dieser Dienst hat keinen Editor und kann die Datei deshalb hier nicht anzeigen.',
  download: 'Datei herunterladen',
  start: 'Startseite',
  silent: 'Der Editor antwortet nicht, deshalb wird „{name}“ nicht angezeigt. Die Datei selbst ist sicher.',
  again: 'Erneut versuchen',
  close: 'Hinweis schließen',
  readOnly:
    'Dieses Dokument ist größer als {size}, mehr lässt sich hier nicht bearbeiten. Es ist nur lesbar.',
}

const fr: EditorWords = {
  opening: 'Ouverture du document',
  open: 'Ouvrir le document',
  noEditor: 'Ce service n’a pas d’éditeur et ne peut donc pas afficher le fichier ici.',
  download: 'Télécharger le fichier',
  start: 'Page d’accueil',
  silent: 'L’éditeur ne répond pas : « {name} » ne peut pas être affiché. Le fichier lui-même est intact.',
  again: 'Réessayer',
  close: 'Fermer ce message',
  readOnly: 'Ce document dépasse {size}, le maximum modifiable ici : il s’ouvre en lecture seule.',
}

const es: EditorWords = {
  opening: 'Abriendo el documento',
  open: 'Abrir el documento',
  noEditor: 'Este servicio no tiene editor, así que no puede mostrar el archivo aquí.',
  download: 'Descargar el archivo',
  start: 'Página de inicio',
  silent: 'El editor no responde, así que no se puede mostrar «{name}». El archivo está a salvo.',
  again: 'Intentar de nuevo',
  close: 'Cerrar este aviso',
  readOnly: 'Este documento supera {size}, el máximo que se puede editar aquí, y se abre en modo de lectura.',
}

const catalogues: Record<PageLanguage, EditorWords> = { en, de, fr, es }

/** Returns the text with this key in a language. */
export const editorText = (
  language: PageLanguage,
  key: keyof EditorWords,
  values: Record<string, string> = {},
): string => catalogues[language][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
