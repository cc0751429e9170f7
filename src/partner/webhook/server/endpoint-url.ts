import { isLoopbackAddress, isNumericAddress, isPublicAddress } from '#platform/public-addresses.ts'
import { maxUrlLength } from '../../rules/partner-fields.ts'

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether the address is a number to which nothing is sent. */
const isForbiddenNumber = (hostname: string, isSandbox: boolean): boolean => {
  const name = hostname.replaceAll(/^\[|\]$/g, '')
  return isNumericAddress(name) && !isPublicAddress(name) && !(isSandbox && isLoopbackAddress(name))
}

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
  if (protocol === 'https:')
    return isForbiddenNumber(hostname, isSandbox) ? 'This address is not of the public Internet.' : null
  if (protocol === 'http:' && isSandbox && loopback.test(hostname)) return null
  return 'Please enter an address that begins with https://.'
}
