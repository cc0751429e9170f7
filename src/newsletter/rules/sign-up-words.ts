/** Spec §5, word for word. */
export const thanks = 'Email in. Thank you.'

/** What is said besides where the address has to be confirmed. */
export const confirmByMail = 'Kindly confirm it by the link we have mailed you.'
