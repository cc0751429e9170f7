"""VS-01 seen closely.  blender -b -P scene_vs.py -- open|penny|facts|box|capsule"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
item = sys.argv[-1]
ROSE_EARTH = [(0, '#3A2620'), (.16, '#5E433A'), (.33, '#87675C'), (.42, '#BBA093'), (.58, '#B9A898'), (.66, '#6E4F46'), (.71, '#C4B8AC'), (.87, '#DDD3C8')]
PALE = [(0, '#DDD3C8'), (.5, '#D3C7BB')]
def room(**kw): studio(8, wall='#C9C1B8', sky='#E3E0DB', **kw)

if item == 'open':
    room(floor_y=7)
    b = slab('block', 5.6, 4.2, .8, rammed_earth('re', ROSE_EARTH, 1, .09, 3.3, .8), .035); b.location = (-.1, .5, 0); z = .8
    j = jar('vs', (.25, .35, z), math.radians(6), lid=False)
    capsule_fill(fake_nested('fill_vs', PRODUCTS['vs']['outer'], PRODUCTS['vs']['inner']), j)
    e = empty('lid', (-1.42, -.72, z + .80), (math.radians(52), 0, math.radians(-26))); lid_part(1.0, -LID_H - .028, PRODUCTS['vs']['lid'], e)
    caps = capsule_mats('vs')
    nested_capsule(*caps, loc=(.72, -1.10, z + .14), rot=(math.pi / 2, 0, math.radians(-72)))
    nested_capsule(*caps, loc=(1.5, -.55, z + .14), rot=(math.pi / 2, 0, math.radians(35)))
    camera((.2, -6.9, 8.6), (-.10, .0, 1.5), 74)
    portrait('vs-01-open', 20)
elif item == 'penny':
    room(floor_y=9)
    slab('stone', 9, 6, .3, rammed_earth('re', PALE, 2.4, .09, 5.1, .3, .35), .03)
    nested_capsule(*capsule_mats('vs'), seg=128, loc=(-.38, -.02, .3 + .139), rot=(math.pi / 2, 0, math.radians(64)))
    penny((.36, .02, .301), (0, 0, math.radians(8)))
    camera((.1, -3.0, 3.3), (-.02, -.01, .33), 74)
    render('vs-01-penny', 800, 1000, 24, limit=0, noise=.035)
elif item == 'facts':
    room(floor_y=5)
    b = slab('plinth', 4.6, 3.0, 1.0, rammed_earth('re', ROSE_EARTH, 1, .09, 7.7, 1.0), .035); b.location = (.2, .25, 0)
    j = jar('vs', (0, 0, 1.0), math.radians(180 - 4)); back_label(j, 'vs-facts')
    camera((0, -10.5, 2.35), (.0, 0, 1.92), 112)
    portrait('vs-01-facts', 20)
elif item == 'box':
    room(floor_y=6)
    W, D, H = 2.3, 2.3, 2.5
    e = empty('carton', (-1.05, 1.15, 0), (0, 0, math.radians(16)))
    board = mat('board', '#ECE9E1', .7, spec=.2, bump=.06, bump_scale=40)
    slab('carton', W, D, H, board, .025).parent = e
    for face in (lambda x, z: (x, -D / 2 - .004, z), lambda x, z: (W / 2 + .004, x, z)):
        pr = Print(face, mat('vink', '#3A2620', .7), e)
        for za, zb, h in ((.10, .24, '#86544A'), (.27, .80, '#BF9084')): pr.rect(-W / 2 + .01, za, W - .02, zb - za, mat('q' + h, h, .8))
        pr.mark(-.92, H - .42, .2); pr.text('loam', -.65, H - .40, .26)
        pr.text('VS-01', -.93, 1.22, .56, cond=True, track=.97); pr.text('Vaginal Synbiotic', -.91, 1.02, .14)
    jar('vs', (1.15, .35, 0), math.radians(-4))
    w, h = 3.0, 2.12
    def paper(x, z):
        u = (x + w / 2) / w * 3; k = u % 2; fold = k if k < 1 else 2 - k
        return (x * .975, z, .02 + .24 * fold + .01 * math.sin(z * 3))
    s = sheet(paper, w, h, picture_mat('leaflet', label_file('vs-leaflet'), .8), nu=90); s.location = (-.15, -2.55, 0); s.rotation_euler = (0, 0, math.radians(-5))
    nested_capsule(*capsule_mats('vs'), loc=(1.72, -1.25, .14), rot=(math.pi / 2, 0, math.radians(50)))
    camera((.3, -11.5, 6.2), (.1, -.35, .95), 80)
    portrait('vs-01-box')
elif item == 'capsule':
    studio(8, wall='#9A7468', sky='#E3E0DB', light=.34, floor_y=7)
    b = slab('block', 7, 3.4, .6, rammed_earth('re', [(0, '#3A2620'), (.5, '#5E433A'), (.8, '#8A665A')], 2.2, .08, 2.2, .6), .04); b.location = (0, .2, 0)
    caps = capsule_mats('vs'); z = .6 + .385
    nested_capsule(*caps, r=.36, l=1.86, seg=160, loc=(-.10, -.25, z), rot=(math.radians(90), 0, math.radians(62)))
    nested_capsule(*caps, r=.36, l=1.86, seg=96, loc=(1.15, 1.45, z), rot=(math.radians(90), 0, math.radians(-52)))
    softbox((-2.6, 2.6, 2.8), (0, 0, .9), 1.2, 2.8, 300, '#FFF0E2'); softbox((.4, -1.6, 4.0), (0, 0, .9), 3.2, .6, 90, '#F6F2F0')
    camera((0, -7.2, 3.1), (.06, 0, 1.0), 88, fstop=.9, focus=(-.1, -.45, 1.0))
    render('vs-01-capsule', 800, 1000, 56, limit=0, noise=.03)
