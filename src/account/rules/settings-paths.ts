/** The pages of the settings that change the account itself. Browser scripts know them, too. */
export const settingsPaths = {
  profile: '/account',
  signIn: '/account/settings/sign-in',
  devices: '/account/settings/devices',
} as const
