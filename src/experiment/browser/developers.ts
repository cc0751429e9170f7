import { developersAttribute, flagsElementId } from '../rules/flag-attributes.ts'

const open = async (): Promise<void> => (await import('./flags-overlay.ts')).openFlagsOverlay()

/** In a sandbox shop Alt + Shift + F, or `#flags` at an address, shows the flags of the page and lets one try others. */
export const watchDevelopers = (): void => {
  if (!document.getElementById(flagsElementId)?.hasAttribute(developersAttribute)) return
  addEventListener('keydown', (event) => {
    if (event.altKey && event.shiftKey && event.code === 'KeyF') void open()
  })
  const openFromHash = (): void => {
    if (location.hash === '#flags') void open()
  }
  addEventListener('hashchange', openFromHash)
  openFromHash()
}
