import list from './common-passwords.json' with { type: 'json' }

// Newer than the published list, or words of this shop (ASVS 6.1.2).
const additions = `
0123456789 0987654321 147258369 789456123 963852741 741852963 123qweasd 123qwe123 a12345678 aa123456
aa12345678 q1w2e3r4t5 qwerty1234 qwerty12345 qwerty123456 qwert12345 zxcvbnm123 qweasdzxc azerty123
azertyuiop password12 password123 password1234 password12345 password! password1! p@ssword p@ssw0rd
passwort1 motdepasse contrasena senha123 welcome123 letmein123 changeme1 admin123 administrator adminadmin
admin1234 root123 rootroot guest123 login123 secret123 minecraft fortnite princess1 sunshine1 hunter2
ninja123 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 google123 facebook iphone
linkedin hellohello rockyou hacker wasdwasd loamloam loam123 loam1234 daily-synbiotic synbiotic probiotic
`

const splitWords = (text: string): string[] => text.trim().split(/\s+/)

/** The most common passwords of six characters or more, in lower case (ruling 20); the list names its source. */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...splitWords(list.words),
  ...splitWords(additions),
])
