"""What the fibers and DS-01 are made from.  blender -b -P scene_plants.py -- oats|chicory|acacia|flatlay"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
from mathutils import noise
item = sys.argv[-1]
R = random.Random(12)

def table(col='#CFD2C4', wall='#BFC6BA'):
    studio(11, wall=wall, floor_y=9)
    slab('stone', 14, 10, .3, rammed_earth('re', [(0, col), (.5, col)], 1.6, .09, 5.1, .3, .35), .03)

def streaked(name, col, scale=(7, 38, 30), bump=.35):
    """Pale, with fine brown streaks: the bran of an oat, the rings of a root."""
    m = mat(name, col, .8, spec=.15, bump=bump, bump_scale=30); nt = m.node_tree; N, L = nt.nodes.new, nt.links.new
    tc, mp, n, r = N('ShaderNodeTexCoord'), N('ShaderNodeMapping'), N('ShaderNodeTexNoise'), N('ShaderNodeValToRGB')
    mp.inputs['Scale'].default_value = scale; n.inputs['Scale'].default_value = 1; n.inputs['Detail'].default_value = 4; L(tc.outputs['Object'], mp.inputs['Vector']); L(mp.outputs[0], n.inputs['Vector'])
    e = r.color_ramp.elements; e[0].position, e[0].color = .36, (*(x * .50 for x in srgb(col)), 1); e[1].position, e[1].color = .56, (*srgb(col), 1)
    L(n.outputs['Fac'], r.inputs[0]); L(r.outputs[0], nt.nodes['Principled BSDF'].inputs['Base Color']); return m

def flake(seed):
    """A rolled oat: a flat oval with a crease along it and a torn edge."""
    rows, ring, v, f = 14, 44, [], []; rnd = random.Random(seed)
    ph = [rnd.uniform(0, 6) for _ in range(4)]; bend = rnd.uniform(-.25, .25)
    for side in (1, -1):
        for i in range(rows + 1):
            d = i / rows
            for q in range(ring):
                a = 2 * math.pi * q / ring; edge = 1 + .06 * math.sin(3 * a + ph[0]) + .035 * math.sin(7 * a + ph[1]) + .02 * math.sin(17 * a + ph[2]) - .10 * math.exp(-((a - ph[3]) / .09) ** 2)
                x, y = .20 * d * edge * math.cos(a), .135 * d * edge * math.sin(a)
                thick = .016 * math.sqrt(max(0, 1 - d ** 3)) + .003
                crease = -side * .015 * math.exp(-((y - .008 * math.sin(9 * x + ph[1])) / .017) ** 2) * (1 - d ** 6)
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

def oat_shapes(n=7):
    shapes = []
    for i in range(n):
        v, f = flake(i); m = streaked('oat%d' % i, R.choice(('#D9C096', '#CDB184', '#E2CDA6', '#C9A878')))
        o = mesh('flake', v, f, m, auto=70); shapes.append(o.data); bpy.data.objects.remove(o)
    return shapes

def put(shapes, x, y, z, tilt=.5):
    o = add(bpy.data.objects.new('o', R.choice(shapes))); o.location = (x, y, z); o.rotation_euler = (R.gauss(0, tilt), R.gauss(0, tilt), R.uniform(0, 6.28)); s = R.uniform(.8, 1.12); o.scale = (s, s, s)

def bowl_of_oats(shapes, x, y, n=1500, R0=1.55):
    bowl((x, y, .3), R0)
    def top(d): return .3 + .93 + .30 * (1 - (d / (R0 - .23)) ** 2)
    for i in range(n):
        a, d = R.uniform(0, 6.28), (R0 - .25) * math.sqrt(R.random()); put(shapes, x + d * math.cos(a), y + d * math.sin(a), top(d) - .03 - R.random() * .10, .25)
    lying = []                                              # what is seen lies flat, each on the ones before
    for i in range(n * 3):
        a, d = R.uniform(0, 6.28), (R0 - .27) * math.sqrt(R.random()); p = (d * math.cos(a), d * math.sin(a))
        near = [q for q in lying if (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2 < .15 ** 2]
        if len(near) > 2: continue
        lying.append(p); put(shapes, x + p[0], y + p[1], top(d) + .04 + .05 * len(near), .13)

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
    f.append(tuple(range(k))); m = streaked('root%d' % seed, ('#A08157', '#94754B', '#A88A60')[seed % 3], (26, 5, 5), 1)
    mesh('root', v, f, m, auto=80)
    for i in range(9):                                      # fine side roots
        t = rnd.uniform(.3, .9); cx = x + math.cos(a) * L * t - math.sin(a) * curve * t * t; cy = y + math.sin(a) * L * t + math.cos(a) * curve * t * t
        cu = bpy.data.curves.new('hair', 'CURVE'); cu.dimensions = '3D'; cu.bevel_depth = .016; sp = cu.splines.new('POLY'); sp.points.add(12); d = a + rnd.choice((-1, 1)) * rnd.uniform(.6, 1.2); px, py = cx, cy
        for j, p in enumerate(sp.points):
            p.co = (px, py, .3 + .03 + (r0 * .5) * max(0, 1 - j / 4), 1); p.radius = 1 - j / 14; d += rnd.gauss(0, .18); px += math.cos(d) * .055; py += math.sin(d) * .055
        cu.materials.append(m); add(bpy.data.objects.new('hair', cu))

def slices(places):
    """Rounds of the root: (x, y, radius, tilt)."""
    flesh = mat('flesh', '#EBDFC4', .6, spec=.25, bump=.18, bump_scale=30); rind = mat('rind', '#9C7C54', .85, bump=.8, bump_scale=18); core = mat('core', '#D6C39B', .6)
    for x, y, s, t in places:
        e = empty('slice', (x, y, .3 + .055 + t * .3), (t * .8, t * .5, R.uniform(0, 6)))
        lathe('disc', [(1e-4, .05), (s * .30, .052), (s * .92, .05)], flesh, 48).parent = e; lathe('edge', [(s * .92, .05), (s, .04), (s * 1.02, 0), (s, -.05), (1e-4, -.05)], rind, 48).parent = e
        lathe('core', [(1e-4, .054), (s * .26, .0535), (s * .30, .051)], core, 40).parent = e

def oil(x, y, R0=.78, H=.52):
    """Sunflower oil in a small glass."""
    t = .05; g = glass('dish', (.985, .995, .99)); gold = glass('oil', (.97, .80, .34), ior=1.47)
    o = lathe('dish', [(1e-4, 0), (R0 - .12, 0)] + arc(R0 - .12, .12, .12, -90, 0, 8) + [(R0, H - .02)] + arc(R0 - t / 2, H - .02, t / 2, 0, 180, 8) + [(R0 - t, .20)] + arc(R0 - t - .10, .18, .10, 0, -90, 6) + [(1e-4, .08)], g, 128); o.location = (x, y, .3)
    w = lathe('oil', [(1e-4, .075), (R0 - t - .10, .076), (R0 - t + .008, .18), (R0 - t + .012, .385), (R0 - t - .05, .37), (1e-4, .37)], gold, 128); w.location = (x, y, .3)

def powder(x, y, R0=.80, H=.40):
    """Rice fiber, heaped in a shallow dish."""
    clay = mat('pale', '#D8D5C8', .35, spec=.45, coat=.2, bump=.03, bump_scale=18)
    o = lathe('saucer', [(1e-4, .05), (R0 * .5, .05), (R0 * .5, 0), (R0 * .56, 0)] + arc(R0 - .22, .22, .22, -75, 0, 8) + [(R0, H - .03)] + arc(R0 - .03, H - .03, .03, 0, 180, 8) + arc(R0 - .24, .26, .18, 0, -80, 8) + [(1e-4, .09)], clay, 128); o.location = (x, y, .3)
    rows, ring, v, f = 44, 96, [], []
    for i in range(rows + 1):
        d = (R0 - .062) * i / rows
        for q in range(ring):
            a = 2 * math.pi * q / ring; p = Vector((d * math.cos(a), d * math.sin(a), 0)); k = 1 - (i / rows) ** 2
            v.append((x + p.x, y + p.y, .3 + H - .10 + .26 * max(0, 1 - d / R0) ** 1.2 + k * (.05 * noise.noise(p * 3.4) + .022 * noise.noise(p * 11) + .010 * noise.noise(p * 34))))
    for i in range(rows):
        for q in range(ring): f.append((i * ring + q, (i + 1) * ring + q, (i + 1) * ring + (q + 1) % ring, i * ring + (q + 1) % ring))
    mesh('heap', v, f, mat('rice', '#F1EDE1', .95, spec=.1, bump=.5, bump_scale=70), auto=80)

if item == 'oats':
    table(); shapes = oat_shapes(); bowl_of_oats(shapes, -.35, .8)
    for i in range(230):
        a, d = R.uniform(0, 6.28), abs(R.gauss(0, .75)); put(shapes, .42 + d * math.cos(a), -1.12 + d * .62 * math.sin(a), .3 + .035 + max(0, .17 - d * .2) * R.random(), .20)
    camera((.2, -8.6, 8.4), (0, .02, .6), 80)
    render('plant-oats', 800, 1000, 16, limit=0, noise=.035)
elif item == 'chicory':
    table('#C6CABC')
    root(-1.75, 1.35, math.radians(-22), 4.3, .36, 1, .30); root(-1.9, .25, math.radians(-14), 3.9, .30, 2, -.30); root(-1.55, -.75, math.radians(-8), 3.6, .33, 3, .22)
    slices(((-1.05, -1.75, .30, 0), (-.35, -1.98, .27, .25), (.30, -1.72, .25, .12), (.92, -1.98, .22, .3), (-.62, -1.42, .24, .0)))
    camera((.1, -7.6, 8.8), (.05, -.05, .4), 78)
    portrait('plant-chicory')
elif item == 'flatlay':
    table('#CFD2C4'); shapes = oat_shapes()
    bowl_of_oats(shapes, -1.15, 1.75, 1200, 1.35)
    for i in range(46):
        a, d = R.uniform(0, 6.28), abs(R.gauss(0, .42)); put(shapes, -.05 + d * math.cos(a), .42 + d * .6 * math.sin(a), .3 + .035, .15)
    oil(1.35, 2.15); powder(1.55, .25)
    root(-2.35, -.18, math.radians(-17), 4.4, .23, 2, .16); root(-2.2, -.98, math.radians(-9), 3.5, .20, 4, -.22)
    slices(((-1.25, -2.15, .25, 0), (-.78, -2.42, .23, .22), (-.40, -2.10, .21, .1), (-.72, -1.92, .20, 0)))
    caps = capsule_mats('ds')
    for x, y, turn in ((.98, -2.28, 25), (1.72, -2.44, 68), (1.92, -1.72, 40)): nested_capsule(*caps, seg=96, loc=(x, y, .3 + .14), rot=(math.pi / 2, 0, math.radians(turn)))
    camera((0, -2.6, 11.6), (0, -.02, .3), 66)
    render('ds-01-ingredients', 800, 1000, 30, limit=0, noise=.035)
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
    render('plant-acacia', 800, 1000, 40, limit=0, noise=.03)
