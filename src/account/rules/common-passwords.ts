// The head of every published list of leaked passwords; shorter ones fall to the length rule already.
const words = `
123456 1234567 12345678 123456789 1234567890 0123456789 0987654321 987654321 87654321 654321 123123 123123123
112233 121212 123321 123654 147258 147258369 159357 159753 131313 101010 102030 789456 789456123 456789 789789
456456 147852 963852741 741852963 11223344 12341234 12344321 1234qwer 123qwe 123qweasd 123qwe123 123abc abc123
abcd1234 abc12345 abcdef abcdefg abcdefgh abcabc a123456 a12345678 aa123456 aa12345678 a1b2c3 a1b2c3d4 q1w2e3
q1w2e3r4 q1w2e3r4t5 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx qazwsx qazwsxedc qwerty qwerty1
qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyu qwertyui qwertyuiop qwerty123456 qwert12345 asdfgh asdfghj
asdfghjkl asdfasdf asdf1234 asd123 zxcvbn zxcvbnm zxc123 zxcvbnm123 qweasd qweasdzxc qweqwe azerty azerty123
azertyuiop password password1 password12 password123 password1234 password12345 password! password1! passw0rd
p@ssword p@ssw0rd pa55word pass1234 pass123 passwort passwort1 motdepasse contrasena senha123 parola
welcome welcome1 welcome123 letmein letmein1 letmein123 changeme changeme1 admin123 administrator adminadmin
admin1234 root123 rootroot test123 test1234 testtest testing default guest123 login123 secret secret123 master
superman batman spiderman starwars pokemon naruto minecraft fortnite liverpool chelsea arsenal barcelona juventus
football football1 baseball basketball soccer hockey iloveyou iloveyou1 iloveyou2 loveyou lovely lovelove loveme
princess princess1 sunshine sunshine1 flower butterfly monkey monkey1 dragon dragon1 shadow killer hunter hunter2
ninja123 tigger ginger pepper cookie cheese chocolate summer summer1 summer2024 summer2025 summer2026 winter
winter2024 winter2025 winter2026 spring autumn monday friday january december august michael michelle michael1
jessica jennifer charlie charlie1 jordan jordan23 thomas daniel andrew anthony ashley amanda nicole joshua matthew
robert george hannah samantha maggie buster bailey harley ranger trustno1 whatever freedom computer internet google
google123 facebook samsung iphone myspace1 linkedin mustang ferrari porsche corvette mercedes yankees cowboys
dallas phoenix hello123 hellohello hello1 blink182 metallica nirvana rockyou bubbles purple orange yellow silver
diamond golden fuckyou fuckyou1 asshole biteme pussycat access access14 hacker zxczxc qwaszx wasdwasd
loamloam loam123 loam1234 daily-synbiotic synbiotic probiotic
`

/** The most common passwords of six characters or more, in lower case (ruling 20). */
export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
