import { brand } from './brand.ts'

/** The sentence beside every form that enters an address for letters (spec §2), kept with each consent as its proof. */
export const consentLine = `By signing up, you consent to receive ${brand.name} emails.`
