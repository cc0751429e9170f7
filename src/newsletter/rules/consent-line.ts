import { brand } from '#shared/brand.ts'

/** The sentence beside the form (spec §2), kept with every consent as its proof. */
export const consentLine = `By signing up, you consent to receive ${brand.name} emails.`

/** Spec §5, word for word. */
export const thanks = 'Email in. Thank you.'

/** What is said besides where the address has to be confirmed. */
export const confirmByMail = 'Kindly confirm it by the link we have mailed you.'
