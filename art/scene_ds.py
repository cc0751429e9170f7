"""DS-01 seen closely.  blender -b -P scene_ds.py -- open|penny|facts|gauge|pour"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
item = sys.argv[-1]

def lid_alone(loc, rot):
    e = empty('lid', loc, rot); lid_part(1.0, -LID_H - .028, PRODUCTS['ds']['lid'], e); return e

if item == 'open':
    studio(11, floor_y=7)
    b = slab('block', 5.6, 4.2, .8, rammed_earth('re', STRATA, 1, .09, 2.3, .8), .035); b.location = (.2, .5, 0); z = .8
    j = jar('ds', (-.25, .35, z), math.radians(10), lid=False)
    lid = lid_alone((1.28, -.55, z + .80), (math.radians(52), 0, math.radians(28)))
    caps = capsule_mats('ds')
    nested_capsule(*caps, loc=(-1.35, -.85, z + .14), rot=(math.pi / 2, 0, math.radians(55)))
    nested_capsule(*caps, loc=(.15, -1.12, z + .14), rot=(math.pi / 2, 0, math.radians(-68)))
    camera((-.2, -6.9, 8.6), (.20, .0, 1.5), 77)
    portrait('ds-01-open', 26)
elif item == 'penny':
    studio(21, floor_y=9)
    b = slab('stone', 9, 6, .3, rammed_earth('re', [(0, '#CFD2C4'), (.5, '#C6CABC')], 2.4, .09, 5.1, .3, .35), .03)
    caps = capsule_mats('ds')
    nested_capsule(*caps, seg=128, loc=(-.40, -.02, .3 + .139), rot=(math.pi / 2, 0, math.radians(82)))
    penny((.36, -.02, .301), (0, 0, math.radians(-9)))
    camera((-.05, -3.0, 3.3), (0, .02, .33), 92)
    portrait('ds-01-penny', 20)
elif item == 'facts':
    studio(11, floor_y=5)
    b = slab('plinth', 4.6, 3.0, 1.0, rammed_earth('re', STRATA, 1, .09, 7.7, 1.0), .035); b.location = (.2, .25, 0)
    j = jar('ds', (0, 0, 1.0), math.radians(180 + 4)); back_label(j, 'ds-facts')
    camera((0, -10.5, 2.35), (.0, 0, 1.92), 112)
    portrait('ds-01-facts', 20)
elif item == 'gauge':
    studio(11, floor_y=5)
    b = slab('plinth', 5, 3.0, 1.0, rammed_earth('re', STRATA, 1, .09, 11.7, 1.0), .035); b.location = (.2, .25, 0)
    jar('ds', (0, 0, 1.0), math.radians(-25))
    softbox((1.9, 2.8, 4.2), (0, 0, 1.7), 2.2, 2.0, 520, '#FFEBC8')
    camera((.5, -9.5, 2.6), (.06, -.6, 1.86), 142, fstop=5, focus=(.15, -.98, 1.9))
    render('ds-01-gauge', 800, 1000, 48, limit=0, noise=.03)
elif item == 'pour':
    studio(17, floor_y=5)
    b = slab('block', 3.6, 3.0, .7, rammed_earth('re', STRATA, 1, .09, 4.4, .7), .035); b.location = (-.15, .3, 0); z = .7
    j = jar('ds', (-.35, 0, z), math.radians(10), lid=False, fill=False)
    m = fake_nested('fall', PRODUCTS['ds']['outer'], PRODUCTS['ds']['inner'])
    capsule_fill(m, j, limit=34)
    p = packet('ds', (1.95, .06, z + 4.55), (0, math.radians(-118), 0), open_top=True)
    me = simple_capsule_mesh(m); R = random.Random(4)
    for x, y, zz in ((-.42, .05, 1.62), (-.30, -.12, 2.02), (-.44, .10, 2.30), (-.20, -.02, 2.42), (-.27, .08, 2.72), (-.06, -.08, 2.84), (-.16, .04, 3.06), (.02, .10, 3.14), (.10, -.06, 3.22)):
        o = add(bpy.data.objects.new('f', me)); o.location = (x, y, z + zz - .3); o.rotation_euler = (R.uniform(0, 3), R.uniform(0, 3), R.uniform(0, 3))
    camera((.1, -13, 3.6), (.35, 0, 2.95), 68)
    portrait('refill-pour')
