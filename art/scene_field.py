"""Fields of the strains, as an electron micrograph would show them: drawn from the known shapes of their species (Bergey's Manual).
blender -b -P scene_field.py -- longum|rhamnosus|crispatus|breve|lactis|plantarum|reuteri|infantis|gasseri|relatives"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
from mathutils import noise
item = sys.argv[-1]
start(31 + ['longum', 'rhamnosus', 'crispatus', 'breve', 'lactis', 'plantarum', 'reuteri', 'infantis', 'gasseri', 'relatives'].index(item)); world('#3A3A30', .3)
R = random.Random(7)

def cell(name, base, rim):
    m = mat(name, base, .62, spec=.25, bump=.25, bump_scale=22); nt = m.node_tree; b = nt.nodes['Principled BSDF']
    lw = nt.nodes.new('ShaderNodeLayerWeight'); lw.inputs['Blend'].default_value = .45
    r = nt.nodes.new('ShaderNodeValToRGB'); r.color_ramp.elements[0].position = .2
    r.color_ramp.elements[0].color = (*srgb(base), 1); r.color_ramp.elements[1].color = (*srgb(rim), 1)
    nt.links.new(lw.outputs['Facing'], r.inputs[0]); nt.links.new(r.outputs[0], b.inputs['Base Color']); return m

def tube(points, radius, m, pinch=(), swell=None):
    """A rounded body along points; at the shares in `pinch` it is about to divide, and swell(share) makes it thicker or thinner."""
    cu = bpy.data.curves.new('cell', 'CURVE'); cu.dimensions = '3D'; cu.resolution_u = 10; cu.bevel_depth = radius; cu.bevel_resolution = 6; cu.use_fill_caps = True
    sp = cu.splines.new('POLY'); sp.points.add(len(points) - 1); n = len(points) - 1
    length = sum((Vector(b) - Vector(a)).length for a, b in zip(points, points[1:]))
    for i, (p, q) in enumerate(zip(sp.points, points)):
        t = i / n; end = min(t, 1 - t) * length / radius
        k = math.sqrt(max(0, 1 - (1 - min(1, end)) ** 2))
        for c in pinch: k *= 1 - .38 * math.exp(-((t - c) / .035) ** 2)
        if swell: k *= swell(t)
        p.co = (*q, 1); p.radius = max(k, .02)
    sp.use_smooth = True; cu.materials.append(m)
    return add(bpy.data.objects.new('cell', cu))

def ground(base, deep):
    n, s = 180, 16; v, f = [], []
    for j in range(n + 1):
        for i in range(n + 1):
            x, y = -s / 2 + s * i / n, -s / 2 + s * j / n
            v.append((x, y, .16 * noise.noise(Vector((x * .5, y * .5, 2))) + .05 * noise.noise(Vector((x * 2.2, y * 2.2, 5))) - .22))
    for j in range(n):
        for i in range(n): a = j * (n + 1) + i; f.append((a, a + 1, a + n + 2, a + n + 1))
    mesh('ground', v, f, mat('ground', base, .9, spec=.1, bump=.7, bump_scale=30), auto=80)

def rod(x, y, z, a, L, r, m, bend=0, steps=22, pinch=(), swell=None):
    pts, px, py = [], x, y; steps = max(steps, 40)
    for i in range(steps + 1):
        pts.append((px, py, z + .02 * math.sin(i * 9 / steps + x))); t = a + bend * (i / steps - .5)
        px += math.cos(t) * L / steps; py += math.sin(t) * L / steps
    tube(pts, r, m, pinch, swell); return px, py, a + bend * .5

def bifid(x, y, z, a, m, L=.95, r=.135):
    """A body that forks at one end, as bifidobacteria do."""
    ex, ey, ea = rod(x, y, z, a, L, r, m, R.uniform(-.5, .5))
    for side in (-1, 1): rod(ex - math.cos(ea) * .13, ey - math.sin(ea) * .13, z, ea + side * R.uniform(.5, .75), R.uniform(.36, .52), r * .98, m, side * .25, 16)

def cells(*pairs): return [cell('c%d' % i, base, rim) for i, (base, rim) in enumerate(pairs)]

def anywhere(): return R.uniform(-4.8, 4.6), R.uniform(-3.7, 4.3), R.uniform(-.02, .32)

def hump(t, at, wide): return math.exp(-((t - at) / wide) ** 2)

def club(t): return .86 + .34 * hump(t, .90, .16)

def chain(x, y, z, a, n, L, r, m, turn=0, gap=.02, loose=.10, **kw):
    """Rods end to end."""
    for k in range(n):
        x, y, a2 = rod(x, y, z, a, L * R.uniform(.88, 1.12), r, m, turn * .5, 20, (.5,) if R.random() < .25 else (), **kw)
        a += turn + R.gauss(0, loose); x += math.cos(a) * gap; y += math.sin(a) * gap

def plantarum(m, x, y, z):                                     # straight, thick, single or in pairs and short chains
    chain(x, y, z, R.gauss(-.4, .8), R.choice((1, 1, 2, 2, 3, 4)), 1.0, .185, m, R.uniform(-.06, .06), .01, .05)

def reuteri(m, x, y, z):                                       # bent, a little irregular, single, in pairs and small clusters
    for k in range(R.choice((1, 2, 2, 3, 5))):
        w = R.uniform(.3, .7)
        rod(x + R.gauss(0, .30) * (k > 0), y + R.gauss(0, .30) * (k > 0), z + .04 * k, R.uniform(0, 6.28), R.uniform(.6, 1.0), .16, m, R.choice((-1, 1)) * R.uniform(.5, 1.1), 24, (), lambda t: .94 + .10 * hump(t, w, .25))

if item == 'longum':
    ground('#2A251B', 0); ms = [cell('c1', '#A87415', '#F2D083'), cell('c2', '#8D6A2C', '#E2C88C'), cell('c3', '#B98A2E', '#F6E0A8')]
    for i in range(150):
        x, y, a = R.uniform(-4.6, 4.6), R.uniform(-3.6, 4.2), R.uniform(0, 6.28); z = R.uniform(-.02, .34); m = R.choice(ms)
        if R.random() < .5: bifid(x, y, z, a, m, R.uniform(.6, 1.15))
        else: rod(x, y, z, a, R.uniform(.7, 1.5), .135, m, R.uniform(-1.0, 1.0), 26, (.5,) if R.random() < .4 else ())
elif item == 'rhamnosus':
    ground('#20241C', 0); ms = [cell('c1', '#6F7A58', '#DDE3C6'), cell('c2', '#87916B', '#ECEFD9'), cell('c3', '#5D6848', '#C9D2AC')]
    for i in range(120):                                        # short rods, end to end in chains
        x, y, a = R.uniform(-5.0, 4.6), R.uniform(-3.8, 4.2), R.gauss(.5, .7); z = R.uniform(-.02, .30); m = R.choice(ms); turn = R.uniform(-.22, .22)
        for k in range(R.randint(2, 6)):
            x, y, a2 = rod(x, y, z, a, .62, .15, m, turn * .5, 18, (.5,) if R.random() < .3 else ())
            a += turn + R.gauss(0, .10); x += math.cos(a) * .02; y += math.sin(a) * .02
elif item == 'breve':                                           # short and thin, some with club-shaped or forked ends
    ground('#3A3728', 0); ms = cells(('#8F8358', '#F2E7C4'), ('#A4956A', '#F7EFD6'), ('#776C44', '#DDD0A6'))
    for i in range(330):
        x, y, z = anywhere(); m, a = R.choice(ms), R.uniform(0, 6.28)
        if R.random() < .28: bifid(x, y, z, a, m, R.uniform(.38, .62), .105)
        else: rod(x, y, z, a, R.uniform(.5, .95), .11, m, R.uniform(-.5, .5), 22, (.5,) if R.random() < .2 else (), club if R.random() < .6 else None)
elif item == 'lactis':                                          # irregular rods, a little thicker in the middle, often in pairs, seldom branched
    ground('#3E2F22', 0); ms = cells(('#8E5A2B', '#EBBE8F'), ('#A66E3A', '#F4D2AC'), ('#6F431F', '#CF9F6F'))
    for i in range(215):
        x, y, z = anywhere(); m, a = R.choice(ms), R.uniform(0, 6.28); mid = R.uniform(.42, .58); thick = R.uniform(.14, .30)
        if R.random() < .05:
            for turn in (0, 1.57, 3.14, 4.71): rod(x, y, z, a + turn, R.uniform(.34, .46), .125, m, R.uniform(-.3, .3), 16)
        else:
            wide = lambda t: 1 + thick * hump(t, mid, .24); turn = R.gauss(0, .45)
            ex, ey, ea = rod(x, y, z, a, R.uniform(.66, 1.05), .125, m, R.uniform(-.5, .5), 24, (), wide)
            if R.random() < .55: rod(ex + math.cos(ea + turn) * .01, ey + math.sin(ea + turn) * .01, z, ea + turn, R.uniform(.6, .95), .125, m, R.uniform(-.5, .5), 24, (), wide)
elif item == 'plantarum':
    ground('#2E382C', 0); ms = cells(('#67755A', '#DCE4CC'), ('#7B886B', '#EAEFDD'), ('#525F46', '#C3CCB0'))
    for i in range(150): x, y, z = anywhere(); plantarum(R.choice(ms), x, y, z)
elif item == 'reuteri':
    ground('#382E32', 0); ms = cells(('#7A5F68', '#E3CBD2'), ('#8F737B', '#F0DDE2'), ('#604A52', '#C4A9B2'))
    for i in range(150): x, y, z = anywhere(); reuteri(R.choice(ms), x, y, z)
elif item == 'infantis':                                        # short, small, irregular rods
    ground('#383826', 0); ms = cells(('#8A8334', '#ECE6A6'), ('#A09A4C', '#F5F0C4'), ('#6E6824', '#D0C982'))
    for i in range(420):
        x, y, z = anywhere(); m, a = R.choice(ms), R.uniform(0, 6.28); at = R.choice((.2, .5, .8)); thick = R.uniform(0, .32)
        if R.random() < .06: bifid(x, y, z, a, m, R.uniform(.40, .55), .12)
        else: rod(x, y, z, a, R.uniform(.34, .78), .13, m, R.uniform(-.7, .7), 20, (), lambda t: .94 + thick * hump(t, at, .26))
elif item == 'gasseri':                                         # rods, single and in chains
    ground('#402C23', 0); ms = cells(('#A0583E', '#F4C6AA'), ('#B87054', '#FADCC8'), ('#82432D', '#DDA384'))
    for i in range(100): x, y, z = anywhere(); chain(x - 1.2, y - .6, z, R.gauss(.2, .8), R.choice((1, 1, 2, 3, 4, 5)), 1.05, .125, R.choice(ms), R.uniform(-.18, .18), .015, .10)
elif item == 'relatives':                                       # four genera that were one, each in its color
    ground('#38362B', 0); green, rose, straw, plum = cells(('#6C7A5E', '#DEE6CE'), ('#A8604C', '#F6D0C0'), ('#A87C20', '#F4DC9A'), ('#75596A', '#E2CBDA'))
    for i in range(44): x, y, z = anywhere(); plantarum(green, x, y, z)
    for i in range(40): x, y, z = anywhere(); reuteri(plum, x, y, z)
    for i in range(40): x, y, z = anywhere(); chain(x, y, z, R.uniform(0, 6.28), R.randint(2, 6), .62, .15, straw, R.uniform(-.22, .22))
    for i in range(46): x, y, z = anywhere(); rod(x, y, z, R.uniform(0, 6.28), R.uniform(1.3, 2.6), .105, rose, R.gauss(0, .5), 40, (.5,) if R.random() < .5 else ())
else:
    ground('#2B1F1B', 0); ms = [cell('c1', '#9A6258', '#F0CFC4'), cell('c2', '#B57D70', '#F8E2DA'), cell('c3', '#7E4C43', '#DDB0A3')]
    for i in range(86):                                        # long, slender, slightly bent rods
        x, y, a = R.uniform(-5.2, 4.2), R.uniform(-3.8, 4.4), R.gauss(.35, .95); z = R.uniform(-.02, .34)
        rod(x, y, z, a, R.uniform(1.2, 2.6), .105, R.choice(ms), R.gauss(0, .5), 40, (.5,) if R.random() < .5 else ())
sun((.86, .30, -.42), 4.4, 3, '#FFF0D0'); sun((-.7, -.6, -.5), .6, 20, '#C8D4D0')
camera((0, -3.6, 6.4), (0, .1, 0), 62, fstop=.5, focus=(0, 0, .15))
portrait('field-' + item, 14)
