"""How the products arrive.  blender -b -P scene_post.py -- slot|box|refill-pds|refill-vs"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
item = sys.argv[-1]

def crinkle(n, w, d, z, m, seed=2):
    """Shredded paper: folded strips thrown into a box."""
    R = random.Random(seed); shapes = []
    for k in range(7):
        v, f = [], []; N = 11; L = R.uniform(1.0, 1.7); wd = .075
        for i in range(N + 1):
            x = L * (i / N - .5); zz = .075 * (i % 2) + .10 * math.sin(i * .8 + k); y = .10 * math.sin(i * .5 + k)
            v += [(x, y - wd / 2, zz), (x, y + wd / 2, zz)]
        f = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(N)]
        o = mesh('strip', v, f, m, smooth=False); shapes.append(o.data); bpy.data.objects.remove(o)
    for i in range(n):
        o = add(bpy.data.objects.new('s', R.choice(shapes)))
        o.location = (R.uniform(-w, w), R.uniform(-d, d), z + R.uniform(0, .34)); o.rotation_euler = (R.uniform(-.7, .7), R.uniform(-.5, .5), R.uniform(0, 6.28))

if item == 'slot':
    start(9); world('#DDE3DC', .4)
    paint = mat('paint', '#38463C', .36, spec=.45, bump=.05, bump_scale=14)
    door = slab('door', 14, .4, 14, paint, .02); door.location = (0, .2, -5)
    def moulding(x0, x1, z0, z1):
        for i, (t, y) in enumerate(((.0, -.10), (.16, -.05))):
            for cx, cz, w, h in (((x0 + x1) / 2, z0 + t, x1 - x0 - 2 * t, .13), ((x0 + x1) / 2, z1 - t - .13, x1 - x0 - 2 * t, .13)):
                o = slab('m', w, .12, h, paint, .04); o.location = (cx, y + .05, cz)
            for cx in (x0 + t, x1 - t):
                o = slab('m', .13, .12, z1 - z0 - 2 * t, paint, .04); o.location = (cx, y + .05, z0 + t)
    moulding(-2.5, 2.5, 1.15, 7); moulding(-2.5, 2.5, -7, -1.35)
    brass = mat('brass', '#B98A45', .27, metal=1, bump=.02, bump_scale=50)
    dark = mat('dark', '#0D0C0A', .9)
    for cz, h in ((.44, .20), (-.64, .20)):
        o = slab('plate', 3.1, .09, h, brass, .025); o.location = (0, -.05, cz)
    for cx in (-1.42, 1.42):
        o = slab('plate', .26, .09, .90, brass, .02); o.location = (cx, -.05, -.45)
    hole = slab('hole', 2.62, .05, .92, dark, .005); hole.location = (0, -.005, -.46)
    flap = slab('flap', 2.54, .05, .92, brass, .02); e = empty('hinge', (0, -.10, .44), (math.radians(-66), 0, 0)); flap.parent = e; flap.location = (0, 0, -.92)
    for cx in (-1.42, 1.42):
        for cz in (.52, -.56):
            s = lathe('screw', [(1e-4, .03), (.05, .022), (.066, 0)], brass, 32); s.location = (cx, -.095, cz); s.rotation_euler = (math.pi / 2, 0, 0)
    packet('ds', (-.04, -2.32, -.64), (math.radians(-80), math.radians(2), 0))
    sun((.74, .66, -.60), 3.6, 1.4)
    softbox((-4, -5, 3), (0, 0, 0), 1.6, 3.6, 160, '#FFF6E6'); softbox((4, -4, 2), (0, 0, 0), .6, 3.4, 60, '#EAF3FF')
    camera((1.5, -9.8, 3.6), (.0, -.7, -.3), 74)
    portrait('mail-slot')
elif item == 'box':
    studio(14, floor_y=9)
    kraft = mat('kraft', '#B08B5E', .85, spec=.12, bump=.10, bump_scale=26); inner = mat('kraft2', '#BD9A6C', .85, spec=.12, bump=.10, bump_scale=26)
    W, D, H, t = 4.6, 3.4, 1.75, .10; e = empty('box', (0, .3, 0), (0, 0, math.radians(-14)))
    for w, d, h, x, y in ((W, t, H, 0, -D / 2), (W, t, H, 0, D / 2), (t, D, H, -W / 2, 0), (t, D, H, W / 2, 0)):
        o = slab('side', w, d, h, kraft, .015); o.location = (x, y, 0); o.parent = e
    o = slab('bottom', W, D, t, kraft, .01); o.parent = e
    front = None
    for length, depth, x, y, turn, tilt in ((W - .06, D / 2, 0, -D / 2, 0, 118), (W - .06, D / 2, 0, D / 2, 180, 128), (D - .06, D / 2, -W / 2, 0, -90, 122), (D - .06, D / 2, W / 2, 0, 90, 116)):
        hinge = empty('hinge', (x, y, H), (0, 0, math.radians(turn))); hinge.parent = e
        leaf = empty('leaf', (0, 0, 0), (math.radians(90 - tilt + 90), 0, 0)); leaf.parent = hinge
        f = slab('flap', length, depth, t * .8, inner, .012); f.location = (0, depth / 2 * -1, -t * .4); f.parent = leaf
        leaf.rotation_euler = (math.radians(tilt - 90), 0, 0)
        front = front if y >= 0 or x else leaf
    for side in (.008, -t * .8 - .008):
        band = Print(lambda x, z: (x, -D / 2 + z, side + t * .0), mat('bt', C['peat'], .8), front)
        band.mark(-W / 2 + .42, .52, .40); band.text('loam', -W / 2 + .94, .57, .52)
    g = empty('goods', (0, .3, 0), (0, 0, math.radians(-14)))
    bpy.context.view_layer.update()
    strips = mat('strips', '#EDE8D8', .9, spec=.1)
    before = set(bpy.data.objects); crinkle(1100, W / 2 - .55, D / 2 - .5, .52, strips)
    for o in set(bpy.data.objects) - before: o.parent = g
    j = jar('ds', (-.95, .05, .66), math.radians(16)); j.parent = g
    v = vial((.35, -.95, 1.52), (0, math.pi / 2, math.radians(6)), 'ds', cap_mats=capsule_mats('ds')); v.parent = g; v.location = (.10, -.98, 1.22); v.scale = (.72,) * 3
    p = packet('ds', (1.0, -.35, 1.30), (math.radians(-82), 0, math.radians(-9))); p.parent = g; p.scale = (.86,) * 3; p.location = (1.12, -.42, 1.02)
    softbox((-1.5, -2.5, 7), (0, .3, .8), 3, 3, 190, '#FFF8EC')
    camera((-.6, -9.5, 10.2), (.1, .05, .85), 56)
    portrait('shipping-box', 26)
elif item.startswith('refill'):
    k = item.split('-')[1]; vs = k == 'vs'
    studio(3, wall='#C9C1B8' if vs else '#C3C8BA', sky='#E3E0DB' if vs else '#E2E6E0')
    bands = [(0, '#3A2620'), (.16, '#5E433A'), (.33, '#87675C'), (.42, '#BBA093'), (.58, '#B9A898'), (.66, '#6E4F46'), (.71, '#C4B8AC'), (.87, '#DDD3C8')] if vs else \
            [(0, '#3A3226'), (.2, '#5E6042'), (.36, '#8E8468'), (.55, '#AEB094'), (.63, '#5A4B38'), (.70, '#B7B9A6'), (.86, '#CFD2C4')]
    b = slab('block', 3.4, 1.3, 1.55, rammed_earth('re', bands, 1, .09, 9.7, 1.55), .035); b.location = (-.75, 1.35, 0)
    packet(k, (.15, .30, 0), (math.radians(-9), 0, math.radians(8)))
    if vs:
        caps = capsule_mats('vs')
        for x, y, r in ((1.55, -.35, 40), (-1.25, -.62, -62), (-.5, -.95, 84)): nested_capsule(*caps, loc=(x, y, .14), rot=(math.pi / 2, 0, math.radians(r)))
    else:
        stick('pds', (1.62, .25, 1.365), (math.radians(-9), math.radians(4), math.radians(14)))
        stick('pds', (-.15, -1.05, .125), (math.radians(-90), 0, math.radians(-84)))
    camera((0, -11.5, 2.7), (.05, 0, 1.36), 84)
    portrait('refill-' + k)
