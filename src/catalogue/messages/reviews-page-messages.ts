import { defineMessages } from '#shared/messages.ts'
import { reviewsPageDe } from './reviews-page-de.ts'
import { reviewsPageEn } from './reviews-page-en.ts'

/** All reviews of a product. */
export const reviewsPageMessages = defineMessages({ en: reviewsPageEn, de: reviewsPageDe })
