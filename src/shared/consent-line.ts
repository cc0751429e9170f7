import { brand } from './brand.ts'

/** The sentence next to every newsletter form (spec §2), stored with each consent as its proof. */
export const consentLine = `By signing up, you consent to receive ${brand.name} emails.`
