import { maxUrlLength } from '../../rules/partner-fields.ts'

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Why events are not sent to an address, as a sentence; null for a good one. Outside of a sandbox it has to be https; what
 * its name resolves to is checked each time that something is sent.
 */
export const urlProblem = (text: string, isSandbox: boolean): string | null => {
  if (text.length > maxUrlLength || !URL.canParse(text))
    return 'Please enter an address such as https://partner.example/hooks.'
  const { protocol, username, password, hash, hostname } = new URL(text)
  if (username !== '' || password !== '') return 'Please leave out the user name and the password.'
  if (hash !== '') return 'Please leave out what follows the #.'
  if (protocol === 'https:') return null
  if (protocol === 'http:' && isSandbox && loopback.test(hostname)) return null
  return 'Please enter an address that begins with https://.'
}
