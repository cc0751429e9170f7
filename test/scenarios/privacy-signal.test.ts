import { expect, test as plain } from 'vitest'
import { login } from '#account/endpoints.ts'
import { setConsent } from '#consent/endpoints.ts'
import { startRecorders } from '../support/destination-recorders.ts'
import { password } from '../support/member.ts'
import { openTestShop } from '../support/shop.ts'

const everything = { C0002: true, C0003: true, C0004: true, C0005: true }

plain(
  'a privacy signal of a signed-in browser applies to renewals until the member chooses otherwise',
  async () => {
    const recorders = await startRecorders()
    const shop = await openTestShop({ environment: recorders.environment })
    try {
      const advertised = () => recorders.meta.splice(0).length
      const counted = () => recorders.segment.splice(0).length
      const visitor = shop.visitor()
      await visitor.client.call(setConsent, { groups: everything })
      await visitor.add('syn-rf')
      await visitor.checkout()
      const mara = await shop.asMember(visitor)
      await shop.travelTo('2031-02-07')
      expect(advertised()).toBeGreaterThan(0)
      expect(counted()).toBeGreaterThan(0)
      await mara.signIn()
      const see = (headers: Readonly<Record<string, string>>) =>
        visitor.client.send({ method: 'GET', path: '/consent', headers })
      expect((await see({})).text).not.toContain('saved it with your account')
      // One page with the signal, whatever the cookie of the browser says.
      await visitor.client.send({ method: 'GET', path: '/account', headers: { 'sec-gpc': '1' } })
      expect((await see({})).text).toContain('saved it with your account')
      await shop.travelTo('2031-03-07')
      expect(advertised()).toBe(0)
      expect(counted()).toBeGreaterThan(0)
      // Signing in again with the choice of before does not bring it back.
      await mara.signIn()
      await shop.travelTo('2031-04-07')
      expect(advertised()).toBe(0)
      await mara.signIn()
      await visitor.client.call(setConsent, { groups: everything })
      expect((await see({})).text).not.toContain('saved it with your account')
      await shop.travelTo('2031-05-07')
      expect(advertised()).toBeGreaterThan(0)
      // Another device with the signal that only signs in.
      const device = shop.visitor('US', 'OR', { 'sec-gpc': '1' })
      await device.client.call(login, { email: mara.email, password })
      await shop.travelTo('2031-06-07')
      expect(advertised()).toBe(0)
    } finally {
      await shop.close()
      await recorders.stop()
    }
  },
)
