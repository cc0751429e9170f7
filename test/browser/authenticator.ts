import type { Page } from '@playwright/test'

/** Chromium's own authenticator in software, as the DevTools protocol offers it. */
export const withAuthenticator = async (page: Page) => {
  // One in software answers the silent question at once; here somebody presses the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
