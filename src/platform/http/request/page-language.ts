import type { APIGatewayProxyEvent } from 'aws-lambda'
import { requestHeader } from '../exchange/http-reply.ts'
import { acceptedLanguages } from './accepted-language.ts'

const languages = ['en', 'de', 'fr', 'es'] as const

/** Languages of the pages for people. */
export type PageLanguage = (typeof languages)[number]

/** Returns the first of these BCP 47 tags for which the pages have texts; English if there is none. */
export const pageLanguage = (tags: string[]): PageLanguage =>
  tags
    .map((tag) => languages.find((language) => language === tag.split('-')[0]?.toLowerCase()))
    .find((language) => language !== undefined) ?? 'en'

/** Returns the page language that a browser prefers. */
export const requestLanguage = (event: APIGatewayProxyEvent): PageLanguage =>
  pageLanguage(acceptedLanguages(requestHeader(event, 'accept-language')))
