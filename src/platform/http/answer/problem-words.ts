import type { Problem, ProblemStatus } from '../../runtime/problem.ts'
import type { PageLanguage } from '../request/page-language.ts'

const reasons = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'missing',
  405: 'forbidden',
  409: 'impossible',
  422: 'invalid',
  429: 'busy',
  503: 'busy',
} as const

type Reason = (typeof reasons)[keyof typeof reasons] | 'failed' | 'link' | 'signIn'

/** Labels of links, and the title and text of each reason; if a text is absent, the page shows the problem's detail. */
type Catalogue = Record<'again' | 'start', string> & Record<Reason, [title: string, text?: string]>

const en: Catalogue = {
  again: 'Try again',
  start: 'Start page',
  signIn: [
    'Please sign in',
    'This is shown only to people who have signed in. Please open it in the application that you use.',
  ],
  link: ['Not found'],
  forbidden: ['Not allowed'],
  missing: ['Not found'],
  impossible: ['Not possible'],
  invalid: ['Invalid address'],
  busy: ['Busy'],
  failed: ['Something went wrong'],
}

const de: Catalogue = {
  again: 'Erneut versuchen',
  start: 'Startseite',
  signIn: [
    'Bitte melden Sie sich an',
    'Dies sehen nur angemeldete Personen. Bitte öffnen Sie es in der Anwendung, die Sie benutzen.',
  ],
  link: [
    'Nicht gefunden',
    'Dieser Link ist ungültig, benutzt oder abgelaufen. Fordern Sie bitte einen neuen an.',
  ],
  forbidden: ['Nicht erlaubt', 'Dazu haben Sie kein Recht.'],
  missing: ['Nicht gefunden', 'Unter dieser Adresse gibt es nichts, oder Sie dürfen es nicht sehen.'],
  impossible: ['Nicht möglich', 'Das ist im Augenblick nicht möglich.'],
  invalid: ['Ungültige Adresse', 'An dieser Adresse stimmt etwas nicht.'],
  busy: ['Ausgelastet', 'Der Dienst ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.'],
  failed: ['Etwas ist schiefgegangen', 'Im Dienst ist etwas schiefgegangen.'],
}

const fr: Catalogue = {
  again: 'Réessayer',
  start: 'Page d’accueil',
  signIn: [
    'Veuillez vous connecter',
    'Seules les personnes connectées peuvent voir ceci. Ouvrez-le dans l’application que vous utilisez.',
  ],
  link: [
    'Introuvable',
    'Ce lien n’est pas valable, a été utilisé ou a expiré. Veuillez en demander un nouveau.',
  ],
  forbidden: ['Non autorisé', 'Vous n’avez pas ce droit.'],
  missing: ['Introuvable', 'Il n’y a rien à cette adresse, ou vous ne pouvez pas le voir.'],
  impossible: ['Impossible', 'Ce n’est pas possible pour le moment.'],
  invalid: ['Adresse non valable', 'Cette adresse contient une erreur.'],
  busy: ['Service occupé', 'Le service est occupé. Veuillez réessayer dans un instant.'],
  failed: ['Une erreur s’est produite', 'Une erreur s’est produite dans le service.'],
}

const es: Catalogue = {
  again: 'Intentar de nuevo',
  start: 'Página de inicio',
  signIn: [
    'Inicie sesión',
    'Solo lo ven las personas que han iniciado sesión. Ábralo en la aplicación que utiliza.',
  ],
  link: ['No encontrado', 'Este enlace no es válido, ya se ha usado o ha caducado. Solicite uno nuevo.'],
  forbidden: ['No permitido', 'No tiene permiso para esto.'],
  missing: ['No encontrado', 'No hay nada en esta dirección, o no puede verlo.'],
  impossible: ['No es posible', 'Esto no es posible en este momento.'],
  invalid: ['Dirección no válida', 'Hay un error en esta dirección.'],
  busy: ['Servicio ocupado', 'El servicio está ocupado. Inténtelo de nuevo en un momento.'],
  failed: ['Algo ha fallado', 'Algo ha fallado en el servicio.'],
}

const catalogues: Record<PageLanguage, Catalogue> = { en, de, fr, es }

/** Statuses of failures that may be temporary, so that the page offers a retry. */
const passing: readonly ProblemStatus[] = [429, 500, 503]

/** Texts and links of a problem page. */
export interface ProblemWords {
  title: string
  text: string
  /** Links to places to continue. */
  links: { href: string; label: string }[]
  language: PageLanguage
}

/**
 * Returns the reason of a problem. A person following a link sends no token, so a page need not explain an
 * `Authorization` header.
 */
const problemReason = ({ status, code }: Problem): Reason => {
  if (code.startsWith('auth.token_')) return 'signIn'
  if (code === 'wopi.link_invalid') return 'link'
  return status in reasons ? reasons[status as keyof typeof reasons] : 'failed'
}

/** Returns the texts of a problem page in a language; `start` is the address of the start page. */
export const problemWords = (problem: Problem, language: PageLanguage, start: string): ProblemWords => {
  const words = catalogues[language]
  const [title, text = problem.message] = words[problemReason(problem)]
  const again = passing.includes(problem.status) ? [{ href: '', label: words.again }] : []
  return { title, text, links: [...again, { href: start, label: words.start }], language }
}
