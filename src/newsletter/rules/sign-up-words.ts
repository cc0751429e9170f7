/** Spec §5, word for word. */
export const thanks = 'Email in. Thank you.'

/** What is said besides to whoever is not signed in; the same for an address that gets letters already, which no mail asks. */
export const confirmByMail = 'Kindly confirm it by the link in our mail, unless you get our letters already.'
