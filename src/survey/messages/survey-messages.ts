import { defineMessages } from '#shared/messages.ts'
import { surveyDe } from './survey-de.ts'
import { surveyEn } from './survey-en.ts'

/** The frame of a survey, and its end; the questions are content. */
export const surveyMessages = defineMessages({ en: surveyEn, de: surveyDe })
