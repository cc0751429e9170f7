import { defineMessages } from '#shared/messages.ts'
import { reviewPagesDe } from './review-pages-de.ts'
import { reviewPagesEn } from './review-pages-en.ts'

/** The page on which buyers write a review. */
export const reviewPagesMessages = defineMessages({ en: reviewPagesEn, de: reviewPagesDe })
