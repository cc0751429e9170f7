"""What the fibers are made from.  blender -b -P scene_plants.py -- oats|chicory|acacia"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
from mathutils import noise
item = sys.argv[-1]
R = random.Random(12)

def table(col='#CFD2C4', wall='#BFC6BA'):
    studio(11, wall=wall, floor_y=9)
    slab('stone', 14, 10, .3, rammed_earth('re', [(0, col), (.5, col)], 1.6, .09, 5.1, .3, .35), .03)

def flake(seed):
    """A rolled oat: a flat oval with a crease along it and a torn edge."""
    rows, ring, v, f = 7, 28, [], []; rnd = random.Random(seed)
    ph = [rnd.uniform(0, 6) for _ in range(4)]; bend = rnd.uniform(-.25, .25)
    for side in (1, -1):
        for i in range(rows + 1):
            d = i / rows
            for q in range(ring):
                a = 2 * math.pi * q / ring; edge = 1 + .06 * math.sin(3 * a + ph[0]) + .035 * math.sin(7 * a + ph[1])
                x, y = .20 * d * edge * math.cos(a), .135 * d * edge * math.sin(a)
                thick = .020 * math.sqrt(max(0, 1 - d ** 3)) + .004
                crease = -.016 * math.exp(-(y / .018) ** 2) * (1 - d ** 4) if side > 0 else 0
                v.append((x, y, side * thick + crease + bend * (x * x) * 2.2 + .010 * math.sin(16 * x + ph[2]) * math.sin(14 * y + ph[3])))
    n = (rows + 1) * ring
    for s in (0, n):
        for i in range(rows):
            for q in range(ring):
                k = (s + i * ring + q, s + (i + 1) * ring + q, s + (i + 1) * ring + (q + 1) % ring, s + i * ring + (q + 1) % ring); f.append(k if s == 0 else k[::-1])
    for q in range(ring): f.append((rows * ring + q, n + rows * ring + q, n + rows * ring + (q + 1) % ring, rows * ring + (q + 1) % ring))
    return v, f

def bowl(loc, R0=1.55, H=1.0):
    clay = mat('clay', '#6A5B49', .55, spec=.35, bump=.12, bump_scale=20)
    o = lathe('bowl', [(1e-4, .06), (R0 * .45, .06), (R0 * .45, 0), (R0 * .52, 0)] + [(R0 * math.cos(t) ** .5 if False else R0 * (.52 + .48 * math.sin(t) ** .8), H * (1 - math.cos(t))) for t in [i * math.pi / 2 / 16 for i in range(1, 17)]] +
          arc(R0 - .05, H, .05, 0, 180, 8) + [((R0 - .1) * (.50 + .50 * math.sin(t) ** .8), H * (1 - math.cos(t)) * .92 + .08) for t in [i * math.pi / 2 / 16 for i in range(15, 0, -1)]] + [(1e-4, .10)], clay, 128)
    o.location = loc

if item == 'oats':
    table()
    shapes = []
    for i in range(7):
        v, f = flake(i); m = mat('oat%d' % i, R.choice(('#D9C096', '#CDB184', '#E2CDA6', '#C9A878')), .75, spec=.2, bump=.5, bump_scale=26)
        o = mesh('flake', v, f, m, auto=70); shapes.append(o.data); bpy.data.objects.remove(o)
    def put(x, y, z, tilt=.5):
        o = add(bpy.data.objects.new('o', R.choice(shapes))); o.location = (x, y, z); o.rotation_euler = (R.gauss(0, tilt), R.gauss(0, tilt), R.uniform(0, 6.28)); s = R.uniform(.8, 1.12); o.scale = (s, s, s)
    bowl((-.35, .8, .3))
    for i in range(1500):
        a, d = R.uniform(0, 6.28), 1.30 * math.sqrt(R.random()); put(-.35 + d * math.cos(a), .8 + d * math.sin(a), .3 + .93 + .30 * (1 - (d / 1.32) ** 2) - R.random() * .10, .30)
    for i in range(230):
        a, d = R.uniform(0, 6.28), abs(R.gauss(0, .75)); put(1.0 + d * math.cos(a), -1.05 + d * .62 * math.sin(a), .3 + .035 + max(0, .30 - d * .3) * R.random(), .22)
    camera((.2, -8.6, 8.4), (.05, .05, .6), 84)
    portrait('plant-oats')
elif item == 'chicory':
    table('#C6CABC')
    def root(x, y, a, L, r0, seed, curve):
        rnd = random.Random(seed); n, k = 120, 40; v, f = [], []
        for i in range(n + 1):
            t = i / n; cx = x + math.cos(a) * L * t - math.sin(a) * curve * t * t; cy = y + math.sin(a) * L * t + math.cos(a) * curve * t * t
            aa = a + math.atan2(2 * curve * t, L); r = r0 * (1 - t) ** .62 * (1 - .16 * math.exp(-t * 30)) + .014
            for q in range(k):
                b = 2 * math.pi * q / k; w = Vector((t * L * 5.5, math.cos(b) * 1.4 + seed, math.sin(b) * 1.4))
                rr = r * (1 + .17 * noise.noise(w * .7) + .06 * noise.noise(Vector((t * L * 11, 1.5 * math.cos(b) + seed, 1.5 * math.sin(b)))) + .010 * math.sin(t * L * 46 + 2 * math.sin(b + seed)))
                v.append((cx - math.sin(aa) * rr * math.cos(b), cy + math.cos(aa) * rr * math.cos(b), .3 + r0 * .86 + rr * math.sin(b) - (r0 - r) * .86))
        for i in range(n):
            for q in range(k): f.append((i * k + q, i * k + (q + 1) % k, (i + 1) * k + (q + 1) % k, (i + 1) * k + q))
        f.append(tuple(range(k))); m = mat('root%d' % seed, ('#A98B62', '#9C7C54', '#B3966D')[seed % 3], .85, spec=.15, bump=.9, bump_scale=16)
        mesh('root', v, f, m, auto=80)
        for i in range(9):                                      # fine side roots
            t = rnd.uniform(.3, .9); cx = x + math.cos(a) * L * t - math.sin(a) * curve * t * t; cy = y + math.sin(a) * L * t + math.cos(a) * curve * t * t
            cu = bpy.data.curves.new('hair', 'CURVE'); cu.dimensions = '3D'; cu.bevel_depth = .016; sp = cu.splines.new('POLY'); sp.points.add(12); d = a + rnd.choice((-1, 1)) * rnd.uniform(.6, 1.2); px, py = cx, cy
            for j, p in enumerate(sp.points):
                p.co = (px, py, .3 + .03 + (r0 * .5) * max(0, 1 - j / 4), 1); p.radius = 1 - j / 14; d += rnd.gauss(0, .18); px += math.cos(d) * .055; py += math.sin(d) * .055
            cu.materials.append(m); add(bpy.data.objects.new('hair', cu))
    root(-1.75, 1.35, math.radians(-22), 4.3, .36, 1, .30); root(-1.9, .25, math.radians(-14), 3.9, .30, 2, -.30); root(-1.55, -.75, math.radians(-8), 3.6, .33, 3, .22)
    flesh = mat('flesh', '#EBDFC4', .6, spec=.25, bump=.18, bump_scale=30); rind = mat('rind', '#9C7C54', .85, bump=.8, bump_scale=18)
    for x, y, s, t in ((-1.05, -1.75, .30, 0), (-.35, -1.98, .27, .25), (.30, -1.72, .25, .12), (.92, -1.98, .22, .3), (-.62, -1.42, .24, .0)):
        e = empty('slice', (x, y, .3 + .055 + t * .3), (t * .8, t * .5, R.uniform(0, 6)))
        lathe('disc', [(1e-4, .05), (s * .30, .052), (s * .92, .05)], flesh, 48).parent = e; lathe('edge', [(s * .92, .05), (s, .04), (s * 1.02, 0), (s, -.05), (1e-4, -.05)], rind, 48).parent = e
        core = mat('core', '#D6C39B', .6); lathe('core', [(1e-4, .054), (s * .26, .0535), (s * .30, .051)], core, 40).parent = e
    camera((.1, -7.6, 8.8), (.05, -.05, .4), 78)
    portrait('plant-chicory')
else:
    table('#D3CFBF', '#C9C6B4')
    gum = [glass('gum%d' % i, c, .12, 1.45, shadow=tuple(x ** .5 for x in srgb_)) for i, (c, srgb_) in enumerate(((c, c) for c in ((.96, .66, .28), (.93, .52, .16), (.97, .76, .42))))]
    def tear(x, y, r, seed, z=0):
        bm = bmesh.new(); bmesh.ops.create_icosphere(bm, subdivisions=5, radius=1)
        for v in bm.verts:
            d = v.co.normalized(); k = 1 + .20 * noise.noise(d * 1.3 + Vector((seed * 3.1, 0, 0))) + .07 * noise.noise(d * 3.6 + Vector((0, seed * 1.7, 0)))
            v.co = Vector((d.x * 1.12, d.y, d.z * .86)) * k * r
        low = min(v.co.z for v in bm.verts); o = bm_object('tear', bm, gum[seed % 3], auto=80); o.location = (x, y, .3 - low + z); o.rotation_euler = (0, 0, seed)
    for i, (x, y, r, z) in enumerate(((-.75, .55, .58, 0), (.42, .85, .66, 0), (-.15, -.42, .50, 0), (.95, -.30, .42, 0), (-1.35, -.45, .36, 0), (-.1, .55, .40, .72), (1.55, .45, .30, 0), (-.85, -1.25, .26, 0), (.30, -1.25, .34, 0), (1.15, -1.15, .20, 0), (-1.75, .35, .22, 0), (-.3, -1.75, .16, 0), (1.75, -.65, .15, 0))): tear(x, y, r, i, z)
    camera((.1, -7.6, 7.6), (.0, -.15, .55), 88)
    portrait('plant-acacia', 34)
