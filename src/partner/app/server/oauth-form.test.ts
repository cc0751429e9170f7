import { expect, test } from 'vitest'
import { grantRefusal, isRefusal, readOAuthForm } from './oauth-form.ts'
import type { OAuthRequest } from './oauth-form.ts'

const basic = (text: string): string => `Basic ${btoa(text)}`

const read = (changes: Partial<OAuthRequest>) =>
  readOAuthForm({
    authorization: undefined,
    contentType: 'application/x-www-form-urlencoded',
    hasQuery: false,
    body: '',
    ...changes,
  })

test('client credentials are accepted in the header or in the body', () => {
  const known = { clientId: 'app 1', clientSecret: 'a:b+c' }
  expect(read({ authorization: basic('app+1:a%3Ab%2Bc'), body: 'grant_type=x' })).toEqual({
    ...known,
    parameters: new Map([['grant_type', 'x']]),
  })
  expect(read({ body: 'client_id=app+1&client_secret=a%3Ab%2Bc' })).toMatchObject(known)
  expect(read({ authorization: basic('a:b:c') })).toMatchObject({ clientId: 'a', clientSecret: 'b:c' })
})

test.each<readonly [string, Partial<OAuthRequest>, string]>([
  ['nobody', { body: 'grant_type=client_credentials' }, 'invalid_client'],
  ['an id without a secret', { body: 'client_id=a' }, 'invalid_client'],
  ['an empty secret', { body: 'client_id=a&client_secret=' }, 'invalid_client'],
  ['another scheme', { authorization: 'Bearer abc' }, 'invalid_client'],
  ['base64 that is none', { authorization: 'Basic a=b' }, 'invalid_client'],
  ['no colon', { authorization: basic('abc') }, 'invalid_client'],
  ['a broken escape', { authorization: basic('a:%zz') }, 'invalid_client'],
  ['both places', { authorization: basic('a:b'), body: 'client_id=a&client_secret=b' }, 'invalid_request'],
  ['the id in both places', { authorization: basic('a:b'), body: 'client_id=a' }, 'invalid_request'],
  ['the secret in both places', { authorization: basic('a:b'), body: 'client_secret=b' }, 'invalid_request'],
  ['a parameter twice', { body: 'client_id=a&client_secret=b&scope=x&scope=x' }, 'invalid_request'],
  ['an empty one beside it', { body: 'client_id=a&client_secret=b&client_secret=' }, 'invalid_request'],
  ['an encoded name beside it', { body: 'client_id=a&client_secret=b&client%5Fid=c' }, 'invalid_request'],
  ['the address', { hasQuery: true, body: 'client_id=a&client_secret=b' }, 'invalid_request'],
  ['JSON', { contentType: 'application/json', body: '{}' }, 'invalid_request'],
  ['no type', { contentType: undefined }, 'invalid_request'],
  ['a type that begins alike', { contentType: 'application/x-www-form-urlencodedx' }, 'invalid_request'],
])('%s is refused', (_name, changes, error) => {
  const answer = read(changes)
  expect(isRefusal(answer) && answer.error).toBe(error)
  expect(isRefusal(answer) && answer.description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
})

test('the only grant is client_credentials, spelled exactly', () => {
  const errorOf = (type?: string) =>
    grantRefusal(new Map(type === undefined ? [] : [['grant_type', type]]))?.error
  expect(errorOf('client_credentials')).toBeUndefined()
  expect(errorOf()).toBe('invalid_request')
  for (const type of ['password', 'refresh_token', 'CLIENT_CREDENTIALS', 'client_credentials '])
    expect(errorOf(type)).toBe('unsupported_grant_type')
})
