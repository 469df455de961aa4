import type { Problem, ProblemStatus } from '../../runtime/problem.ts'
import type { PageLanguage } from '../request/page-language.ts'

type Words = readonly [title: string, text: string]

interface Catalogue {
  again: string
  start: string
  /** Words for people who follow a link: an `Authorization` header would tell them nothing. */
  signIn: Words
  link: Words
  statuses: Partial<Record<ProblemStatus, Words>>
  other: Words
}

/** In English the detail of a problem is the text. */
const detail = ''

const en: Catalogue = {
  again: 'Try again',
  start: 'Start page',
  signIn: [
    'Please sign in',
    'This is shown only to people who have signed in. Please open it in the application that you use.',
  ],
  link: ['Not found', detail],
  statuses: {
    401: ['Not allowed', detail],
    403: ['Not allowed', detail],
    404: ['Not found', detail],
    405: ['Not allowed', detail],
    409: ['Not possible', detail],
    422: ['Invalid address', detail],
    429: ['Busy', detail],
    503: ['Busy', detail],
  },
  other: ['Something went wrong', detail],
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
    'Dieser Link ist ungültig, wurde schon benutzt oder ist abgelaufen. Bitte fordern Sie einen neuen an.',
  ],
  statuses: {
    401: ['Nicht erlaubt', 'Dieser Zugang ist unbekannt oder wurde widerrufen.'],
    403: ['Nicht erlaubt', 'Dazu haben Sie kein Recht.'],
    404: ['Nicht gefunden', 'Unter dieser Adresse gibt es nichts, oder Sie dürfen es nicht sehen.'],
    405: ['Nicht erlaubt', 'Diese Adresse lässt sich so nicht aufrufen.'],
    409: ['Nicht möglich', 'Das ist im Augenblick nicht möglich.'],
    422: ['Ungültige Adresse', 'An dieser Adresse stimmt etwas nicht.'],
    429: ['Ausgelastet', 'Das waren zu viele Anfragen. Bitte versuchen Sie es später erneut.'],
    503: ['Ausgelastet', 'Der Dienst ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.'],
  },
  other: ['Etwas ist schiefgegangen', 'Im Dienst ist etwas schiefgegangen.'],
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
    'Ce lien n’est pas valable, a déjà été utilisé ou a expiré. Veuillez en demander un nouveau.',
  ],
  statuses: {
    401: ['Non autorisé', 'Cet accès est inconnu ou a été révoqué.'],
    403: ['Non autorisé', 'Vous n’avez pas ce droit.'],
    404: ['Introuvable', 'Il n’y a rien à cette adresse, ou vous ne pouvez pas le voir.'],
    405: ['Non autorisé', 'Cette adresse ne peut pas être appelée ainsi.'],
    409: ['Impossible', 'Ce n’est pas possible pour le moment.'],
    422: ['Adresse non valable', 'Cette adresse contient une erreur.'],
    429: ['Service occupé', 'Il y a eu trop de demandes. Veuillez réessayer plus tard.'],
    503: ['Service occupé', 'Le service est occupé. Veuillez réessayer dans un instant.'],
  },
  other: ['Une erreur s’est produite', 'Une erreur s’est produite dans le service.'],
}

const es: Catalogue = {
  again: 'Intentar de nuevo',
  start: 'Página de inicio',
  signIn: [
    'Inicie sesión',
    'Solo lo ven las personas que han iniciado sesión. Ábralo en la aplicación que utiliza.',
  ],
  link: ['No encontrado', 'Este enlace no es válido, ya se ha usado o ha caducado. Solicite uno nuevo.'],
  statuses: {
    401: ['No permitido', 'Este acceso se desconoce o se ha revocado.'],
    403: ['No permitido', 'No tiene permiso para esto.'],
    404: ['No encontrado', 'No hay nada en esta dirección, o no puede verlo.'],
    405: ['No permitido', 'Esta dirección no se puede abrir así.'],
    409: ['No es posible', 'Esto no es posible en este momento.'],
    422: ['Dirección no válida', 'Hay un error en esta dirección.'],
    429: ['Servicio ocupado', 'Ha habido demasiadas solicitudes. Inténtelo más tarde.'],
    503: ['Servicio ocupado', 'El servicio está ocupado. Inténtelo de nuevo en un momento.'],
  },
  other: ['Algo ha fallado', 'Algo ha fallado en el servicio.'],
}

const catalogues: Record<PageLanguage, Catalogue> = { en, de, fr, es }

/** Statuses after which another attempt may succeed. */
const passing: readonly ProblemStatus[] = [429, 500, 503]

/** The words of a page about a problem. */
export interface ProblemWords {
  title: string
  text: string
  /** Where to go from it. */
  links: { href: string; label: string }[]
  language: PageLanguage
}

/** Returns what a page says of a problem in a language; `start` is the address of the start page. */
export const problemWords = (
  { status, code, message }: Problem,
  language: PageLanguage,
  start: string,
): ProblemWords => {
  const words = catalogues[language]
  const common = code === 'wopi.link_invalid' ? words.link : (words.statuses[status] ?? words.other)
  const [title, text] = code.startsWith('auth.token_') ? words.signIn : common
  const again = passing.includes(status) ? [{ href: '', label: words.again }] : []
  return {
    title,
    text: text || message,
    links: [...again, { href: start, label: words.start }],
    language,
  }
}
